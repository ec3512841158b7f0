/**
 * The script of `passhat view`: the address says which page is shown.
 */
import { historyPage } from "./historyPage.ts"
import { homePage } from "./homePage.ts"
import { livePage } from "./livePage.ts"
import { reportPage } from "./reportPage.ts"

const query = new URLSearchParams(location.search)
const live = query.get("live")

if (live !== null) void livePage(live)
else if (query.has("history")) void historyPage()
else if (["report", "recording", "dropped"].some((kind) => query.has(kind))) void reportPage(query)
else void homePage()
