"""Answers each message with what it was told of the conversation."""
import json, os

messages = json.loads(os.environ["PASSHAT_MESSAGES"])
print(f"{len(messages)} before: {os.environ['PASSHAT_PROMPT']}")
