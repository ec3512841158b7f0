#compdef passhat
###-begin-passhat-completions-###
#
# Static completion script for Zsh
#
# Installation:
#   passhat --completions zsh > ~/.zsh/completions/_passhat
#   then add ~/.zsh/completions to your fpath
#

_passhat() {
  local context state state_descr line
  typeset -A opt_args

  local -a commands
  commands=(
    'run:Run suites from their recordings and report on them together'
    'init:Write a first suite, scripts and a CI workflow into this project; overwrites nothing'
    'plan:Print what would be run and what it may cost, and run nothing'
    'check:Check that suites compile and that their recordings are whole and fresh'
    'record:Record what is missing or stale, here or by the workers of a queue, and judge it'
    'work:Perform runs of a queue on this machine, until a signal stops it'
    'collect:Write the recordings of what workers performed, in the order of the runs; incomplete ones are not written'
    'queue:Show what waits on a queue, runs or failed and why; retry what failed; prepare its database'
    'types:Write a typed catalogue of a server'\''s tools to standard output'
    'mock:Serve an MCP mock, healthy or faulty; only tools/call is broken, the rest stays responsive'
    'mcp:Serve plan, run, explain, compare and show to a coding agent, as an MCP server over stdio'
    'show:Show a recording\: turns, calls, results, faults, tokens and latencies'
    'compare:Say whether a candidate is worse than a baseline, and how sure that is; exit 1 if it regressed'
    'bless:Write a baseline that candidates are compared with; nothing else ever changes one'
    'history:Show how cells have done over time, and since when one is worse; exit 1 if one is'
    'view:Show the reports, recordings and history of a project on a local page, and recordings in progress live'
    'report:Make any other report of a json report; the exit code is that of its run'
    'merge:Put the json reports of all shards together\: the report of a run that was not split'
    'comment:Put a json report on its pull request, as one comment that the next report replaces'
    'score:Every score of recordings that needs no suite; it judges nothing'
    'calibrate:Floors and caps for gates from recorded runs, and how far they can be trusted'
    'import:Make a suite and recordings of runs that another program recorded; all of them, or nothing is written'
    'recommend-runs:How many runs a claim about a pass rate takes'
  )

  local -a specs
  specs=(
    '1:command:->command'
    '*::arg:->args'
  )

  _arguments -C "${specs[@]}"

  case "$state" in
    command)
      _describe -t commands 'commands' commands
      ;;
    args)
      case "$words[1]" in
        run)
          _passhat_run
          ;;
        init)
          _passhat_init
          ;;
        plan)
          _passhat_plan
          ;;
        check)
          _passhat_check
          ;;
        record)
          _passhat_record
          ;;
        work)
          _passhat_work
          ;;
        collect)
          _passhat_collect
          ;;
        queue)
          _passhat_queue
          ;;
        types)
          _passhat_types
          ;;
        mock)
          _passhat_mock
          ;;
        mcp)
          _passhat_mcp
          ;;
        show)
          _passhat_show
          ;;
        compare)
          _passhat_compare
          ;;
        bless)
          _passhat_bless
          ;;
        history)
          _passhat_history
          ;;
        view)
          _passhat_view
          ;;
        report)
          _passhat_report
          ;;
        merge)
          _passhat_merge
          ;;
        comment)
          _passhat_comment
          ;;
        score)
          _passhat_score
          ;;
        calibrate)
          _passhat_calibrate
          ;;
        import)
          _passhat_import
          ;;
        recommend-runs)
          _passhat_recommend_runs
          ;;
      esac
      ;;
  esac
}

_passhat_run() {
  local -a specs
  specs=(
    '(--reporter)--reporter[Write a report in this format, to a file if one is given; repeatable (default\: pretty)]:value:'
    '(--record)--record=-[Run the agents for real and record them; =missing only what is missing or stale; =judges runs none, and asks the judges that have not judged what is recorded]::value:(all missing judges)'
    '(--live-tools --no-live-tools)--live-tools[Replay the recorded model against the servers as they are today; records nothing]'
    '(--live-tools --no-live-tools)--no-live-tools[Disable live-tools]'
    '(--live-agent --no-live-agent)--live-agent[Run the code of your own agents again, against their recorded models and tools; records nothing]'
    '(--live-agent --no-live-agent)--no-live-agent[Disable live-agent]'
    '(--cell)--cell[Select exactly the cell with the id; repeatable]:value:'
    '(--filter)--filter[Only the cells whose name contains the text]:value:'
    '(--tag)--tag[Only the cells with the tag; repeatable, any of them will do]:value:'
    '(--model)--model[Only the cells of the model; repeatable, any of them will do]:value:'
    '(--case)--case[Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do]:value:'
    '(--failed --no-failed)--failed[Only the cells that were red when they were last judged]'
    '(--failed --no-failed)--no-failed[Disable failed]'
    '(--bail --no-bail)--bail[Stop at the first red cell]'
    '(--bail --no-bail)--no-bail[Disable bail]'
    '(--shard)--shard[Only the n-th of m parts of the cells; passhat merge puts their json reports together]:value:'
    '(--runs)--runs[The first n runs of each cell, instead of what the suite says]:integer:'
    '(--concurrency)--concurrency[How many runs may go on at once (default\: 4 when live, else one per core)]:integer:'
    '(--cassettes)--cassettes[Where the recordings are (default\: cassettes in the project)]:directory:_directories'
    '(--color --no-color)--color[Colour, or --no-color (default\: on a terminal, unless NO_COLOR is set)]'
    '(--color --no-color)--no-color[Disable color]'
    '(--with-traces --no-with-traces)--with-traces[Keep the traces in the json report, so that any other can be made of it later]'
    '(--with-traces --no-with-traces)--no-with-traces[Disable with-traces]'
    '(--quiet --no-quiet)--quiet[Only what is not green]'
    '(--quiet --no-quiet)--no-quiet[Disable quiet]'
    '(--verbose --no-verbose)--verbose[Every check, and the traces of the runs that are not green]'
    '(--verbose --no-verbose)--no-verbose[Disable verbose]'
    '(--plan --no-plan)--plan[Print what would be run and what it may cost, as JSON, and run nothing]'
    '(--plan --no-plan)--no-plan[Disable plan]'
    '(--watch --no-watch)--watch[Judge again whenever a suite, what it imports or its recordings change]'
    '(--watch --no-watch)--no-watch[Disable watch]'
    '(--max-tokens-total)--max-tokens-total[Spend no more tokens than this in all; 0 is none]:integer:'
    '(--prices)--prices[A file of yours with the prices of models\: reports then say what runs cost]:file:_files'
    '(--max-usd)--max-usd[Spend no more US dollars than this in all, by the prices of --prices; 0 is none]:float:'
    '(--coverage --no-coverage)--coverage[Report which tools, arguments and enum values of the servers the runs reach]'
    '(--coverage --no-coverage)--no-coverage[Disable coverage]'
    '(--coverage-threshold)--coverage-threshold[Fail if they reach less than this share of them, above 0 and up to 1]:float:'
    '(--queue)--queue[Judge what workers recorded on this queue (postgres\://...), instead of files]:value:'
    '(--baseline)--baseline[An earlier json report; html, markdown and github show what is different from it]:file:_files'
    '(--history)--history[Add what the cells came to to the history in this folder, which passhat history shows]:directory:_directories'
    '*:Suite files, folders or globs (default\: suites/**/*.{ts,mts}):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_init() {
  local -a specs
  specs=(
    '(--server)--server[The command that starts the server, which speaks MCP over stdio; no shell is involved]:value:'
    '(--url)--url[The address of a server that speaks MCP over streamable HTTP]:value:'
    '(--name)--name[What suites call the server (default\: a name like that of its package or host)]:value:'
    '(--header)--header[With --url, a header whose value a variable of the environment has\: "Authorization=Bearer MY_TOKEN"]:value:'
    '(--env)--env[With --server, a variable of the environment that its process needs]:value:'
    '(--model)--model[The model that the suite asks (default\: claude-sonnet-4-5)]:value:'
  )
  _arguments "${specs[@]}"
}

_passhat_plan() {
  local -a specs
  specs=(
    '(--cell)--cell[Select exactly the cell with the id; repeatable]:value:'
    '(--filter)--filter[Only the cells whose name contains the text]:value:'
    '(--tag)--tag[Only the cells with the tag; repeatable, any of them will do]:value:'
    '(--model)--model[Only the cells of the model; repeatable, any of them will do]:value:'
    '(--case)--case[Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do]:value:'
    '(--runs)--runs[The first n runs of each cell, instead of what the suite says]:integer:'
    '(--json --no-json)--json[Print the plans as JSON]'
    '(--json --no-json)--no-json[Disable json]'
    '*:Suite files, folders or globs (default\: suites/**/*.{ts,mts}):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_check() {
  local -a specs
  specs=(
    '(--cell)--cell[Select exactly the cell with the id; repeatable]:value:'
    '(--filter)--filter[Only the cells whose name contains the text]:value:'
    '(--tag)--tag[Only the cells with the tag; repeatable, any of them will do]:value:'
    '(--model)--model[Only the cells of the model; repeatable, any of them will do]:value:'
    '(--case)--case[Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do]:value:'
    '(--cassettes)--cassettes[Where the recordings are (default\: cassettes in the project)]:directory:_directories'
    '(--max-age)--max-age[Name recordings that are older, or whose date is not known, with exit 2\: 30d, 12h or 2w]:value:'
    '*:Suite files, folders or globs (default\: suites/**/*.{ts,mts}):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_record() {
  local -a specs
  specs=(
    '(--queue)--queue[The database of the queue\: postgres\://user@host/database (default\: PASSHAT_QUEUE)]:value:'
    '(--detach --no-detach)--detach[With a queue, return once everything is enqueued; passhat collect writes the recordings later]'
    '(--detach --no-detach)--no-detach[Disable detach]'
    '(--rate)--rate[What all workers together may ask of models\: claude-*=50/min,400000tok/min; repeatable]:value:'
    '(--max-tokens-total)--max-tokens-total[Spend no more tokens than this in all; 0 is none]:integer:'
    '(--prices)--prices[A file of yours with the prices of models\: reports then say what runs cost]:file:_files'
    '(--max-usd)--max-usd[Spend no more US dollars than this in all, by the prices of --prices; 0 is none]:float:'
    '(--cell)--cell[Select exactly the cell with the id; repeatable]:value:'
    '(--filter)--filter[Only the cells whose name contains the text]:value:'
    '(--tag)--tag[Only the cells with the tag; repeatable, any of them will do]:value:'
    '(--model)--model[Only the cells of the model; repeatable, any of them will do]:value:'
    '(--case)--case[Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do]:value:'
    '(--runs)--runs[The first n runs of each cell, instead of what the suite says]:integer:'
    '(--concurrency)--concurrency[How many runs may go on at once (default\: 4 when live, else one per core)]:integer:'
    '(--cassettes)--cassettes[Where the recordings are (default\: cassettes in the project)]:directory:_directories'
    '(--reporter)--reporter[Write a report in this format, to a file if one is given; repeatable (default\: pretty)]:value:'
    '(--color --no-color)--color[Colour, or --no-color (default\: on a terminal, unless NO_COLOR is set)]'
    '(--color --no-color)--no-color[Disable color]'
    '(--quiet --no-quiet)--quiet[Only what is not green]'
    '(--quiet --no-quiet)--no-quiet[Disable quiet]'
    '(--verbose --no-verbose)--verbose[Every check, and the traces of the runs that are not green]'
    '(--verbose --no-verbose)--no-verbose[Disable verbose]'
    '*:Suite files, folders or globs (default\: suites/**/*.{ts,mts}):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_work() {
  local -a specs
  specs=(
    '(--queue)--queue[The database of the queue\: postgres\://user@host/database (default\: PASSHAT_QUEUE)]:value:'
    '(--concurrency)--concurrency[How many runs may go on at once (default 4)]:integer:'
    '(--name)--name[What the worker is called (default\: its host and process)]:value:'
    '(--drain --no-drain)--drain[End once no run waits and none is under way anywhere, instead of waiting for more]'
    '(--drain --no-drain)--no-drain[Disable drain]'
    '(--grace)--grace[After SIGTERM, how long runs under way may take before they are handed back (default 25)]:integer:'
    '(--spool)--spool[Where runs are kept that the database could not take, until it can (default\: in the cache directory)]:directory:_directories'
    '*:Suite files, folders or globs (default\: suites/**/*.{ts,mts}):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_collect() {
  local -a specs
  specs=(
    '(--queue)--queue[The database of the queue\: postgres\://user@host/database (default\: PASSHAT_QUEUE)]:value:'
    '(--cell)--cell[Select exactly the cell with the id; repeatable]:value:'
    '(--filter)--filter[Only the cells whose name contains the text]:value:'
    '(--tag)--tag[Only the cells with the tag; repeatable, any of them will do]:value:'
    '(--model)--model[Only the cells of the model; repeatable, any of them will do]:value:'
    '(--case)--case[Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do]:value:'
    '(--runs)--runs[The first n runs of each cell, instead of what the suite says]:integer:'
    '(--cassettes)--cassettes[Where the recordings are (default\: cassettes in the project)]:directory:_directories'
    '*:Suite files, folders or globs (default\: suites/**/*.{ts,mts}):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_queue() {
  local -a specs
  specs=(
    '(--queue)--queue[The database of the queue\: postgres\://user@host/database (default\: PASSHAT_QUEUE)]:value:'
    '(--json --no-json)--json[Print it as JSON]'
    '(--json --no-json)--no-json[Disable json]'
    '(--print --no-print)--print[With init, print the statements and run none]'
    '(--print --no-print)--no-print[Disable print]'
    '(--worker-role)--worker-role[With init --print, also what lets a role of the database work and nothing else]:value:'
    '(--recorder-role)--recorder-role[With init --print, also what lets a role record, collect and judge]:value:'
    ':show (default), retry, init or clear:'
    ':With retry or clear, the name of the suite; clear needs it:'
  )
  _arguments "${specs[@]}"
}

_passhat_types() {
  local -a specs
  specs=(
    '(--server)--server[The command that starts the server, which speaks MCP over stdio; no shell is involved]:value:'
    '(--url)--url[The address of a server that speaks MCP over streamable HTTP]:value:'
    '(--name)--name[What suites call the server (default\: a name like that of its package or host)]:value:'
    '(--header)--header[With --url, a header whose value a variable of the environment has\: "Authorization=Bearer MY_TOKEN"]:value:'
    '(--env)--env[With --server, a variable of the environment that its process needs]:value:'
    '(--check)--check[Print no catalogue; say how the server has changed since this one was written, with exit 1]:file:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_mock() {
  local -a specs
  specs=(
    '(--tools-from)--tools-from[The tools and what they answer, in YAML or JSON]:file:_files'
    '(--fault)--fault[How tools/call is broken\: none (default), hang, wedged, slow\:<ms>, recover-after\:<n>, reply-after-cancel\:<ms>, error\:<message>, rate-limited\:<ms>, denied, disconnect, misleading\:<text>, malformed, truncated, schema-drift]:value:'
    '(--http)--http[Serve streamable HTTP on this port of 127.0.0.1 (0\: any free one) instead of stdio]:integer:'
  )
  _arguments "${specs[@]}"
}

_passhat_mcp() {
  local -a specs
  specs=(
    '(--allow-live --no-allow-live)--allow-live[Serve record, live_agent and live_tools too\: they run agents and servers, and record asks models]'
    '(--allow-live --no-allow-live)--no-allow-live[Disable allow-live]'
    '(--max-tokens-total)--max-tokens-total[With --allow-live, the tokens that one call of record may spend at most]:integer:'
    '(--timeout)--timeout[How long a call may take before it is ended without a verdict (default 600)]:integer:'
    ':The folder of the project (default\: the current one); nothing outside of it is served:_directories'
  )
  _arguments "${specs[@]}"
}

_passhat_show() {
  local -a specs
  specs=(
    '(--run)--run[Only this run, from 1]:integer:'
    '(--diff)--diff[Two runs, call by call, and where they part]:integer:'
    ':A recording, or a folder with one\: cassettes/<suite>/<agent>/<model>.jsonl:_files'
    ':The second run of --diff:'
    ':The recording of the second run of --diff, if it is another one:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_compare() {
  local -a specs
  specs=(
    '(--confidence)--confidence[Set 1 minus the chance of a false regression over all cells (default 0.95)]:float:'
    '(--behaviour --no-behaviour)--behaviour[Compare calls too, and note cells that behave differently (default)]'
    '(--behaviour --no-behaviour)--no-behaviour[Disable behaviour]'
    '(--behaviour-decides --no-behaviour-decides)--behaviour-decides[Call cells regressed that behave differently, with an error rate of its own]'
    '(--behaviour-decides --no-behaviour-decides)--no-behaviour-decides[Disable behaviour-decides]'
    '(--allow)--allow[What may differ between the two\: prompt, tools, faults, gates or runs; may be repeated]:value:'
    '(--reporter)--reporter[table (default) or json, with =<file> into a file; may be repeated]:value:'
    ':A json report with traces, a baseline, a recording, or a folder of recordings:_files'
    ':The same, of what is compared with it:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_bless() {
  local -a specs
  specs=(
    '(--to)--to[The file to write]:file:_files'
    ':A json report with traces, a baseline, a recording, or a folder of recordings:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_history() {
  local -a specs
  specs=(
    '(--history)--history[The folder of the history (default\: history)]:directory:_directories'
    '(--filter)--filter[Only the cells whose suite and name contain the text]:value:'
    '(--confidence)--confidence[1 minus the chance that a cell that never changes is ever called worse (default 0.99)]:float:'
    '(--json --no-json)--json[Print JSON]'
    '(--json --no-json)--no-json[Disable json]'
    ':add, to add reports; without it the history is shown:'
    '*:The json reports to add:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_view() {
  local -a specs
  specs=(
    '(--port)--port[The port of 127.0.0.1 to listen on (default\: any free one)]:integer:'
    '(--actions --no-actions)--actions[Let the page record cells again, bless baselines and label runs; recording asks models and costs money]'
    '(--actions --no-actions)--no-actions[Disable actions]'
    ':The folder of the project (default\: the current one):_directories'
  )
  _arguments "${specs[@]}"
}

_passhat_report() {
  local -a specs
  specs=(
    '(--reporter)--reporter[Write a report in this format, to a file if one is given; repeatable (default\: pretty)]:value:'
    '(--color --no-color)--color[Colour, or --no-color (default\: on a terminal, unless NO_COLOR is set)]'
    '(--color --no-color)--no-color[Disable color]'
    '(--quiet --no-quiet)--quiet[Only what is not green]'
    '(--quiet --no-quiet)--no-quiet[Disable quiet]'
    '(--verbose --no-verbose)--verbose[Every check, and the traces of the runs that are not green]'
    '(--verbose --no-verbose)--no-verbose[Disable verbose]'
    '(--baseline)--baseline[An earlier json report; html, markdown and github show what is different from it]:file:_files'
    '(--history)--history[The folder of a history\: html draws the trend of each cell; nothing is added to it]:directory:_directories'
    ':A json report, made with --with-traces to show all:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_merge() {
  local -a specs
  specs=(
    '(--reporter)--reporter[Write a report in this format, to a file if one is given; repeatable (default\: pretty)]:value:'
    '(--color --no-color)--color[Colour, or --no-color (default\: on a terminal, unless NO_COLOR is set)]'
    '(--color --no-color)--no-color[Disable color]'
    '(--quiet --no-quiet)--quiet[Only what is not green]'
    '(--quiet --no-quiet)--no-quiet[Disable quiet]'
    '(--verbose --no-verbose)--verbose[Every check, and the traces of the runs that are not green]'
    '(--verbose --no-verbose)--no-verbose[Disable verbose]'
    '(--baseline)--baseline[An earlier json report; html, markdown and github show what is different from it]:file:_files'
    '(--coverage-threshold)--coverage-threshold[Fail if they reach less than this share of them, above 0 and up to 1]:float:'
    '*:The json reports of all shards, in any order:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_comment() {
  local -a specs
  specs=(
    '(--baseline)--baseline[An earlier json report, made with --with-traces\: what is different from it comes first]:file:_files'
    '(--name)--name[Which comment it is\: each name has one on a pull request]:value:'
    '(--pull-request)--pull-request[The pull request (default\: the one that the job is for)]:integer:'
    ':A json report:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_score() {
  local -a specs
  specs=(
    '(--reporter)--reporter[Write a report in this format, to a file if one is given; repeatable (default\: pretty)]:value:'
    '(--color --no-color)--color[Colour, or --no-color (default\: on a terminal, unless NO_COLOR is set)]'
    '(--color --no-color)--no-color[Disable color]'
    '(--quiet --no-quiet)--quiet[Only what is not green]'
    '(--quiet --no-quiet)--no-quiet[Disable quiet]'
    '(--verbose --no-verbose)--verbose[Every check, and the traces of the runs that are not green]'
    '(--verbose --no-verbose)--no-verbose[Disable verbose]'
    '*:Recordings, folders of them, or JSON files with traces (default\: cassettes):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_calibrate() {
  local -a specs
  specs=(
    '(--good)--good[Which runs are good\: those whose trace has the value at the path (default\: all)]:value:'
    '(--labels)--labels[Which runs are good or bad\: those that a person labelled so with passhat view --actions]:file:_files'
    '(--share)--share[The share of good runs that clear a floor (default 0.95)]:float:'
    '(--confidence)--confidence[The confidence of intervals (default 0.95)]:float:'
    '(--json --no-json)--json[Print JSON]'
    '(--json --no-json)--no-json[Disable json]'
    '*:Recordings, or folders of them (default\: cassettes):_files'
  )
  _arguments "${specs[@]}"
}

_passhat_import() {
  local -a specs
  specs=(
    '(--suite)--suite[What the suite and its recordings are called]:value:'
    '(--format)--format[What the files are; auto (default) looks into them]:value:(auto openai-chat openai-responses anthropic ai-sdk langchain tau-bench tau2 mcpmark otlp jaeger claude-code passhat-trace)'
    '(--group-by)--group-by[The fields that make a task, with commas\: task (default), agent, file, or paths such as metadata.task]:value:'
    '(--outcome)--outcome[The field with a run'\''s verdict or reward, such as reward_info.reward (default\: that of the format)]:value:'
    '(--infer-errors --no-infer-errors)--infer-errors[Take results that only look like errors for errors; the summary counts them]'
    '(--infer-errors --no-infer-errors)--no-infer-errors[Disable infer-errors]'
    '(--count-broken --no-count-broken)--count-broken[Count runs that a broken environment ended as failures; without it they have no verdict]'
    '(--count-broken --no-count-broken)--no-count-broken[Disable count-broken]'
    '(--overwrite --no-overwrite)--overwrite[Replace a suite and recordings of that name]'
    '(--overwrite --no-overwrite)--no-overwrite[Disable overwrite]'
    '*:Files, or folders with .json and .jsonl files:_files'
  )
  _arguments "${specs[@]}"
}

_passhat_recommend_runs() {
  local -a specs
  specs=(
    '(--half-width)--half-width[How far the estimated rate may be off, from 0 to 1]:float:'
    '(--floor)--floor[The rate to show, from 0 to 1]:float:'
    '(--confidence)--confidence[How sure to be (default 0.95)]:float:'
  )
  _arguments "${specs[@]}"
}

# Handle both direct invocation and autoload
if [[ "${zsh_eval_context[-1]}" == "loadautofunc" ]]; then
  _passhat "$@"
else
  compdef _passhat passhat
fi
###-end-passhat-completions-###
