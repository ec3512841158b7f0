/**
 * What `Model.aiSdk` takes of the real packages, and what it must not take. Only the compiler reads this file.
 */
import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { MockEmbeddingModelV3, MockImageModelV3, MockLanguageModelV3 as V3OfSix } from "ai6/test"
import { MockEmbeddingModelV4, MockImageModelV4, MockLanguageModelV3, MockLanguageModelV4 } from "ai7/test"
import { Model } from "passhat"

Model.aiSdk(new V3OfSix())
Model.aiSdk(new MockLanguageModelV3())
Model.aiSdk(new MockLanguageModelV4(), { reasoningEffort: "high", label: "thinking" })
Model.aiSdk(createAnthropic()("claude-sonnet-4-5"))
Model.aiSdk(createOpenAICompatible({ name: "gateway", baseURL: "http://127.0.0.1:1" })("llama-4"))

// @ts-expect-error a model of version 3 takes no reasoningEffort
Model.aiSdk(new MockLanguageModelV3(), { reasoningEffort: "high" })
// @ts-expect-error a model of embeddings is no language model
Model.aiSdk(new MockEmbeddingModelV3())
// @ts-expect-error a model of embeddings is no language model
Model.aiSdk(new MockEmbeddingModelV4())
// @ts-expect-error a model of pictures is no language model
Model.aiSdk(new MockImageModelV3())
// @ts-expect-error a model of pictures is no language model
Model.aiSdk(new MockImageModelV4())
// @ts-expect-error the name of a model is no language model
Model.aiSdk("openai/gpt-5")
