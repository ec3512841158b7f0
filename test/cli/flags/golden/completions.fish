###-begin-passhat-completions-###
#
# Static completion script for Fish
#
# Installation:
#   passhat --completions fish > ~/.config/fish/completions/passhat.fish
#

complete -c passhat -n '__fish_use_subcommand' -f
complete -c passhat -n '__fish_use_subcommand' -f -a 'init' -d 'Write a first suite, scripts and a CI workflow into this project; overwrites nothing'
complete -c passhat -n '__fish_use_subcommand' -f -a 'run' -d 'Run suites from their recordings and report on them together'
complete -c passhat -n '__fish_use_subcommand' -f -a 'plan' -d 'Print what would be run and what it may cost, and run nothing'
complete -c passhat -n '__fish_use_subcommand' -f -a 'check' -d 'Check that suites compile and that their recordings are whole and fresh'
complete -c passhat -n '__fish_use_subcommand' -f -a 'types' -d 'Write a typed catalogue of a server\'s tools to standard output'
complete -c passhat -n '__fish_use_subcommand' -f -a 'mock' -d 'Serve an MCP mock, healthy or faulty; only tools/call is broken, the rest stays responsive'
complete -c passhat -n '__fish_use_subcommand' -f -a 'show' -d 'Show a recording: turns, calls, results, faults, tokens and latencies'
complete -c passhat -n '__fish_use_subcommand' -f -a 'compare' -d 'Say whether a candidate is worse than a baseline, and how sure that is; exit 1 if it regressed'
complete -c passhat -n '__fish_use_subcommand' -f -a 'bless' -d 'Write a baseline that candidates are compared with; nothing else ever changes one'
complete -c passhat -n '__fish_use_subcommand' -f -a 'report' -d 'Make any other report of a json report; the exit code is that of its run'
complete -c passhat -n '__fish_use_subcommand' -f -a 'comment' -d 'Put a json report on its pull request, as one comment that the next report replaces'
complete -c passhat -n '__fish_use_subcommand' -f -a 'merge' -d 'Put the json reports of all shards together: the report of a run that was not split'
complete -c passhat -n '__fish_use_subcommand' -f -a 'score' -d 'Every score of recordings that needs no suite; it judges nothing'
complete -c passhat -n '__fish_use_subcommand' -f -a 'calibrate' -d 'Floors and caps for gates from recorded runs, and how far they can be trusted'
complete -c passhat -n '__fish_use_subcommand' -f -a 'import' -d 'Make a suite and recordings of runs that another program recorded; all of them, or nothing is written'
complete -c passhat -n '__fish_use_subcommand' -f -a 'recommend-runs' -d 'How many runs a claim about a pass rate takes'
complete -c passhat -n '__fish_seen_subcommand_from init' -f
complete -c passhat -n '__fish_seen_subcommand_from init; and begin; not __fish_contains_opt server; or contains -- (commandline -poc)[-1] --server; end' -l server -d 'The command that starts the server, which speaks MCP over stdio; no shell is involved' -r -f
complete -c passhat -n '__fish_seen_subcommand_from init; and begin; not __fish_contains_opt url; or contains -- (commandline -poc)[-1] --url; end' -l url -d 'The address of a server that speaks MCP over streamable HTTP' -r -f
complete -c passhat -n '__fish_seen_subcommand_from init; and begin; not __fish_contains_opt name; or contains -- (commandline -poc)[-1] --name; end' -l name -d 'What suites call the server (default: a name like that of its package or host)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from init; and begin; not __fish_contains_opt header; or contains -- (commandline -poc)[-1] --header; end' -l header -d 'With --url, a header whose value a variable of the environment has: "Authorization=Bearer MY_TOKEN"' -r -f
complete -c passhat -n '__fish_seen_subcommand_from init; and begin; not __fish_contains_opt env; or contains -- (commandline -poc)[-1] --env; end' -l env -d 'With --server, a variable of the environment that its process needs' -r -f
complete -c passhat -n '__fish_seen_subcommand_from init; and begin; not __fish_contains_opt model; or contains -- (commandline -poc)[-1] --model; end' -l model -d 'The model that the suite asks (default: claude-sonnet-4-5)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from init; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt server' -f -a '--server' -d 'The command that starts the server, which speaks MCP over stdio; no shell is involved'
complete -c passhat -n '__fish_seen_subcommand_from init; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt url' -f -a '--url' -d 'The address of a server that speaks MCP over streamable HTTP'
complete -c passhat -n '__fish_seen_subcommand_from init; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt name' -f -a '--name' -d 'What suites call the server (default: a name like that of its package or host)'
complete -c passhat -n '__fish_seen_subcommand_from init; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt header' -f -a '--header' -d 'With --url, a header whose value a variable of the environment has: "Authorization=Bearer MY_TOKEN"'
complete -c passhat -n '__fish_seen_subcommand_from init; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt env' -f -a '--env' -d 'With --server, a variable of the environment that its process needs'
complete -c passhat -n '__fish_seen_subcommand_from init; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt model' -f -a '--model' -d 'The model that the suite asks (default: claude-sonnet-4-5)'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt plan no-plan' -l plan -d 'Print what would be run and what it may cost, as JSON, and run nothing'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt plan no-plan' -l no-plan -d 'Disable plan'
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt reporter; or contains -- (commandline -poc)[-1] --reporter; end' -l reporter -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt record' -l record -d 'Run the agents for real and record them; =missing only what is missing or stale; =judges runs none, and asks the judges that have not judged what is recorded'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt live-tools no-live-tools' -l live-tools -d 'Replay the recorded model against the servers as they are today; records nothing'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt live-tools no-live-tools' -l no-live-tools -d 'Disable live-tools'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt live-agent no-live-agent' -l live-agent -d 'Run the code of your own agents again, against their recorded models and tools; records nothing'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt live-agent no-live-agent' -l no-live-agent -d 'Disable live-agent'
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt max-tokens-total; or contains -- (commandline -poc)[-1] --max-tokens-total; end' -l max-tokens-total -d 'Spend no more tokens than this in all; 0 is none' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt filter; or contains -- (commandline -poc)[-1] --filter; end' -l filter -d 'Only the cells whose name contains the text' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt tag; or contains -- (commandline -poc)[-1] --tag; end' -l tag -d 'Only the cells with the tag; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt model; or contains -- (commandline -poc)[-1] --model; end' -l model -d 'Only the cells of the model; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt case; or contains -- (commandline -poc)[-1] --case; end' -l case -d 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt failed no-failed' -l failed -d 'Only the cells that were red when they were last judged'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt failed no-failed' -l no-failed -d 'Disable failed'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt bail no-bail' -l bail -d 'Stop at the first red cell'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt bail no-bail' -l no-bail -d 'Disable bail'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt watch no-watch' -l watch -d 'Judge again whenever a suite, what it imports or its recordings change'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt watch no-watch' -l no-watch -d 'Disable watch'
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt shard; or contains -- (commandline -poc)[-1] --shard; end' -l shard -d 'Only the n-th of m parts of the cells; passhat merge puts their json reports together' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt runs; or contains -- (commandline -poc)[-1] --runs; end' -l runs -d 'The first n runs of each cell, instead of what the suite says' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt concurrency; or contains -- (commandline -poc)[-1] --concurrency; end' -l concurrency -d 'How many runs may go on at once (default: 4 when live, else one per core)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from run; and begin; not __fish_contains_opt cassettes; or contains -- (commandline -poc)[-1] --cassettes; end' -l cassettes -d 'Where the recordings are (default: cassettes in the project)' -r -F
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt color no-color' -l color -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt color no-color' -l no-color -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt with-traces no-with-traces' -l with-traces -d 'Keep the traces in the json report, so that any other can be made of it later'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt with-traces no-with-traces' -l no-with-traces -d 'Disable with-traces'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt quiet no-quiet' -l quiet -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt quiet no-quiet' -l no-quiet -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt verbose no-verbose' -l verbose -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from run; and not __fish_contains_opt verbose no-verbose' -l no-verbose -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt plan no-plan' -f -a '--plan' -d 'Print what would be run and what it may cost, as JSON, and run nothing'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt plan no-plan' -f -a '--no-plan' -d 'Disable plan'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt reporter' -f -a '--reporter' -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt record' -f -a '--record' -d 'Run the agents for real and record them; =missing only what is missing or stale; =judges runs none, and asks the judges that have not judged what is recorded'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt live-tools no-live-tools' -f -a '--live-tools' -d 'Replay the recorded model against the servers as they are today; records nothing'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt live-tools no-live-tools' -f -a '--no-live-tools' -d 'Disable live-tools'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt live-agent no-live-agent' -f -a '--live-agent' -d 'Run the code of your own agents again, against their recorded models and tools; records nothing'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt live-agent no-live-agent' -f -a '--no-live-agent' -d 'Disable live-agent'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt max-tokens-total' -f -a '--max-tokens-total' -d 'Spend no more tokens than this in all; 0 is none'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt filter' -f -a '--filter' -d 'Only the cells whose name contains the text'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt tag' -f -a '--tag' -d 'Only the cells with the tag; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt model' -f -a '--model' -d 'Only the cells of the model; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt case' -f -a '--case' -d 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt failed no-failed' -f -a '--failed' -d 'Only the cells that were red when they were last judged'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt failed no-failed' -f -a '--no-failed' -d 'Disable failed'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt bail no-bail' -f -a '--bail' -d 'Stop at the first red cell'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt bail no-bail' -f -a '--no-bail' -d 'Disable bail'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt watch no-watch' -f -a '--watch' -d 'Judge again whenever a suite, what it imports or its recordings change'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt watch no-watch' -f -a '--no-watch' -d 'Disable watch'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt shard' -f -a '--shard' -d 'Only the n-th of m parts of the cells; passhat merge puts their json reports together'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt runs' -f -a '--runs' -d 'The first n runs of each cell, instead of what the suite says'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt concurrency' -f -a '--concurrency' -d 'How many runs may go on at once (default: 4 when live, else one per core)'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt cassettes' -f -a '--cassettes' -d 'Where the recordings are (default: cassettes in the project)'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--color' -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--no-color' -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt with-traces no-with-traces' -f -a '--with-traces' -d 'Keep the traces in the json report, so that any other can be made of it later'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt with-traces no-with-traces' -f -a '--no-with-traces' -d 'Disable with-traces'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--quiet' -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--no-quiet' -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--verbose' -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from run; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--no-verbose' -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from run' -r -F -d 'Suite files, folders or globs (default: suites/**/*.{ts,mts})'
complete -c passhat -n '__fish_seen_subcommand_from plan; and begin; not __fish_contains_opt filter; or contains -- (commandline -poc)[-1] --filter; end' -l filter -d 'Only the cells whose name contains the text' -r -f
complete -c passhat -n '__fish_seen_subcommand_from plan; and begin; not __fish_contains_opt tag; or contains -- (commandline -poc)[-1] --tag; end' -l tag -d 'Only the cells with the tag; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from plan; and begin; not __fish_contains_opt model; or contains -- (commandline -poc)[-1] --model; end' -l model -d 'Only the cells of the model; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from plan; and begin; not __fish_contains_opt case; or contains -- (commandline -poc)[-1] --case; end' -l case -d 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from plan; and begin; not __fish_contains_opt runs; or contains -- (commandline -poc)[-1] --runs; end' -l runs -d 'The first n runs of each cell, instead of what the suite says' -r -f
complete -c passhat -n '__fish_seen_subcommand_from plan; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt filter' -f -a '--filter' -d 'Only the cells whose name contains the text'
complete -c passhat -n '__fish_seen_subcommand_from plan; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt tag' -f -a '--tag' -d 'Only the cells with the tag; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from plan; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt model' -f -a '--model' -d 'Only the cells of the model; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from plan; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt case' -f -a '--case' -d 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from plan; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt runs' -f -a '--runs' -d 'The first n runs of each cell, instead of what the suite says'
complete -c passhat -n '__fish_seen_subcommand_from plan' -r -F -d 'Suite files, folders or globs (default: suites/**/*.{ts,mts})'
complete -c passhat -n '__fish_seen_subcommand_from check; and begin; not __fish_contains_opt filter; or contains -- (commandline -poc)[-1] --filter; end' -l filter -d 'Only the cells whose name contains the text' -r -f
complete -c passhat -n '__fish_seen_subcommand_from check; and begin; not __fish_contains_opt tag; or contains -- (commandline -poc)[-1] --tag; end' -l tag -d 'Only the cells with the tag; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from check; and begin; not __fish_contains_opt model; or contains -- (commandline -poc)[-1] --model; end' -l model -d 'Only the cells of the model; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from check; and begin; not __fish_contains_opt case; or contains -- (commandline -poc)[-1] --case; end' -l case -d 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do' -r -f
complete -c passhat -n '__fish_seen_subcommand_from check; and begin; not __fish_contains_opt cassettes; or contains -- (commandline -poc)[-1] --cassettes; end' -l cassettes -d 'Where the recordings are (default: cassettes in the project)' -r -F
complete -c passhat -n '__fish_seen_subcommand_from check; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt filter' -f -a '--filter' -d 'Only the cells whose name contains the text'
complete -c passhat -n '__fish_seen_subcommand_from check; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt tag' -f -a '--tag' -d 'Only the cells with the tag; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from check; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt model' -f -a '--model' -d 'Only the cells of the model; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from check; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt case' -f -a '--case' -d 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do'
complete -c passhat -n '__fish_seen_subcommand_from check; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt cassettes' -f -a '--cassettes' -d 'Where the recordings are (default: cassettes in the project)'
complete -c passhat -n '__fish_seen_subcommand_from check' -r -F -d 'Suite files, folders or globs (default: suites/**/*.{ts,mts})'
complete -c passhat -n '__fish_seen_subcommand_from types' -f
complete -c passhat -n '__fish_seen_subcommand_from types; and begin; not __fish_contains_opt server; or contains -- (commandline -poc)[-1] --server; end' -l server -d 'The command that starts the server, which speaks MCP over stdio; no shell is involved' -r -f
complete -c passhat -n '__fish_seen_subcommand_from types; and begin; not __fish_contains_opt url; or contains -- (commandline -poc)[-1] --url; end' -l url -d 'The address of a server that speaks MCP over streamable HTTP' -r -f
complete -c passhat -n '__fish_seen_subcommand_from types; and begin; not __fish_contains_opt name; or contains -- (commandline -poc)[-1] --name; end' -l name -d 'What suites call the server (default: a name like that of its package or host)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from types; and begin; not __fish_contains_opt header; or contains -- (commandline -poc)[-1] --header; end' -l header -d 'With --url, a header whose value a variable of the environment has: "Authorization=Bearer MY_TOKEN"' -r -f
complete -c passhat -n '__fish_seen_subcommand_from types; and begin; not __fish_contains_opt env; or contains -- (commandline -poc)[-1] --env; end' -l env -d 'With --server, a variable of the environment that its process needs' -r -f
complete -c passhat -n '__fish_seen_subcommand_from types; and begin; not __fish_contains_opt check; or contains -- (commandline -poc)[-1] --check; end' -l check -d 'Print no catalogue; say how the server has changed since this one was written, with exit 1' -r -F
complete -c passhat -n '__fish_seen_subcommand_from types; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt server' -f -a '--server' -d 'The command that starts the server, which speaks MCP over stdio; no shell is involved'
complete -c passhat -n '__fish_seen_subcommand_from types; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt url' -f -a '--url' -d 'The address of a server that speaks MCP over streamable HTTP'
complete -c passhat -n '__fish_seen_subcommand_from types; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt name' -f -a '--name' -d 'What suites call the server (default: a name like that of its package or host)'
complete -c passhat -n '__fish_seen_subcommand_from types; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt header' -f -a '--header' -d 'With --url, a header whose value a variable of the environment has: "Authorization=Bearer MY_TOKEN"'
complete -c passhat -n '__fish_seen_subcommand_from types; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt env' -f -a '--env' -d 'With --server, a variable of the environment that its process needs'
complete -c passhat -n '__fish_seen_subcommand_from types; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt check' -f -a '--check' -d 'Print no catalogue; say how the server has changed since this one was written, with exit 1'
complete -c passhat -n '__fish_seen_subcommand_from mock' -f
complete -c passhat -n '__fish_seen_subcommand_from mock; and begin; not __fish_contains_opt tools-from; or contains -- (commandline -poc)[-1] --tools-from; end' -l tools-from -d 'The tools and what they answer, in YAML or JSON' -r -F
complete -c passhat -n '__fish_seen_subcommand_from mock; and begin; not __fish_contains_opt fault; or contains -- (commandline -poc)[-1] --fault; end' -l fault -d 'How tools/call is broken: none (default), hang, wedged, slow:<ms>, recover-after:<n>, reply-after-cancel:<ms>, error:<message>, rate-limited:<ms>, denied, disconnect, misleading:<text>, malformed, truncated, schema-drift' -r -f
complete -c passhat -n '__fish_seen_subcommand_from mock; and begin; not __fish_contains_opt http; or contains -- (commandline -poc)[-1] --http; end' -l http -d 'Serve streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of stdio' -r -f
complete -c passhat -n '__fish_seen_subcommand_from mock; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt tools-from' -f -a '--tools-from' -d 'The tools and what they answer, in YAML or JSON'
complete -c passhat -n '__fish_seen_subcommand_from mock; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt fault' -f -a '--fault' -d 'How tools/call is broken: none (default), hang, wedged, slow:<ms>, recover-after:<n>, reply-after-cancel:<ms>, error:<message>, rate-limited:<ms>, denied, disconnect, misleading:<text>, malformed, truncated, schema-drift'
complete -c passhat -n '__fish_seen_subcommand_from mock; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt http' -f -a '--http' -d 'Serve streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of stdio'
complete -c passhat -n '__fish_seen_subcommand_from show; and begin; not __fish_contains_opt run; or contains -- (commandline -poc)[-1] --run; end' -l run -d 'Only this run, from 1' -r -f
complete -c passhat -n '__fish_seen_subcommand_from show; and begin; not __fish_contains_opt diff; or contains -- (commandline -poc)[-1] --diff; end' -l diff -d 'Two runs, call by call, and where they part' -r -f
complete -c passhat -n '__fish_seen_subcommand_from show; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt run' -f -a '--run' -d 'Only this run, from 1'
complete -c passhat -n '__fish_seen_subcommand_from show; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt diff' -f -a '--diff' -d 'Two runs, call by call, and where they part'
complete -c passhat -n '__fish_seen_subcommand_from show' -r -F -d 'A recording, or a folder with one: cassettes/<suite>/<agent>/<model>.jsonl'
complete -c passhat -n '__fish_seen_subcommand_from show' -r -F -d 'The recording of the second run of --diff, if it is another one'
complete -c passhat -n '__fish_seen_subcommand_from compare; and begin; not __fish_contains_opt confidence; or contains -- (commandline -poc)[-1] --confidence; end' -l confidence -d '1 minus the chance of a false regression over all cells together (default 0.95)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from compare; and not __fish_contains_opt behaviour no-behaviour' -l behaviour -d 'Compare the calls of runs too, where pass and fail say nothing (default)'
complete -c passhat -n '__fish_seen_subcommand_from compare; and not __fish_contains_opt behaviour no-behaviour' -l no-behaviour -d 'Disable behaviour'
complete -c passhat -n '__fish_seen_subcommand_from compare; and begin; not __fish_contains_opt allow; or contains -- (commandline -poc)[-1] --allow; end' -l allow -d 'What may differ between the two: prompt, tools, faults, gates or runs; may be repeated' -r -f
complete -c passhat -n '__fish_seen_subcommand_from compare; and begin; not __fish_contains_opt reporter; or contains -- (commandline -poc)[-1] --reporter; end' -l reporter -d 'table (default) or json, with =<file> into a file; may be repeated' -r -f
complete -c passhat -n '__fish_seen_subcommand_from compare; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt confidence' -f -a '--confidence' -d '1 minus the chance of a false regression over all cells together (default 0.95)'
complete -c passhat -n '__fish_seen_subcommand_from compare; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt behaviour no-behaviour' -f -a '--behaviour' -d 'Compare the calls of runs too, where pass and fail say nothing (default)'
complete -c passhat -n '__fish_seen_subcommand_from compare; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt behaviour no-behaviour' -f -a '--no-behaviour' -d 'Disable behaviour'
complete -c passhat -n '__fish_seen_subcommand_from compare; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt allow' -f -a '--allow' -d 'What may differ between the two: prompt, tools, faults, gates or runs; may be repeated'
complete -c passhat -n '__fish_seen_subcommand_from compare; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt reporter' -f -a '--reporter' -d 'table (default) or json, with =<file> into a file; may be repeated'
complete -c passhat -n '__fish_seen_subcommand_from compare' -r -F -d 'A json report with traces, a baseline, a recording, or a folder of recordings'
complete -c passhat -n '__fish_seen_subcommand_from compare' -r -F -d 'The same, of what is compared with it'
complete -c passhat -n '__fish_seen_subcommand_from bless; and begin; not __fish_contains_opt to; or contains -- (commandline -poc)[-1] --to; end' -l to -d 'The file to write' -r -F
complete -c passhat -n '__fish_seen_subcommand_from bless; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt to' -f -a '--to' -d 'The file to write'
complete -c passhat -n '__fish_seen_subcommand_from bless' -r -F -d 'A json report with traces, a baseline, a recording, or a folder of recordings'
complete -c passhat -n '__fish_seen_subcommand_from report; and begin; not __fish_contains_opt reporter; or contains -- (commandline -poc)[-1] --reporter; end' -l reporter -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from report; and not __fish_contains_opt color no-color' -l color -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from report; and not __fish_contains_opt color no-color' -l no-color -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from report; and not __fish_contains_opt quiet no-quiet' -l quiet -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from report; and not __fish_contains_opt quiet no-quiet' -l no-quiet -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from report; and not __fish_contains_opt verbose no-verbose' -l verbose -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from report; and not __fish_contains_opt verbose no-verbose' -l no-verbose -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt reporter' -f -a '--reporter' -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--color' -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--no-color' -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--quiet' -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--no-quiet' -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--verbose' -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from report; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--no-verbose' -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from report' -r -F -d 'A json report, made with --with-traces to show all'
complete -c passhat -n '__fish_seen_subcommand_from comment; and begin; not __fish_contains_opt name; or contains -- (commandline -poc)[-1] --name; end' -l name -d 'Which comment it is: each name has one on a pull request' -r -f
complete -c passhat -n '__fish_seen_subcommand_from comment; and begin; not __fish_contains_opt pull-request; or contains -- (commandline -poc)[-1] --pull-request; end' -l pull-request -d 'The pull request (default: the one that the job is for)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from comment; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt name' -f -a '--name' -d 'Which comment it is: each name has one on a pull request'
complete -c passhat -n '__fish_seen_subcommand_from comment; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt pull-request' -f -a '--pull-request' -d 'The pull request (default: the one that the job is for)'
complete -c passhat -n '__fish_seen_subcommand_from comment' -r -F -d 'A json report'
complete -c passhat -n '__fish_seen_subcommand_from merge; and begin; not __fish_contains_opt reporter; or contains -- (commandline -poc)[-1] --reporter; end' -l reporter -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from merge; and not __fish_contains_opt color no-color' -l color -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not __fish_contains_opt color no-color' -l no-color -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not __fish_contains_opt quiet no-quiet' -l quiet -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not __fish_contains_opt quiet no-quiet' -l no-quiet -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not __fish_contains_opt verbose no-verbose' -l verbose -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not __fish_contains_opt verbose no-verbose' -l no-verbose -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt reporter' -f -a '--reporter' -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--color' -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--no-color' -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--quiet' -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--no-quiet' -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--verbose' -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from merge; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--no-verbose' -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from merge' -r -F -d 'The json reports of all shards, in any order'
complete -c passhat -n '__fish_seen_subcommand_from score; and begin; not __fish_contains_opt reporter; or contains -- (commandline -poc)[-1] --reporter; end' -l reporter -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from score; and not __fish_contains_opt color no-color' -l color -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from score; and not __fish_contains_opt color no-color' -l no-color -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from score; and not __fish_contains_opt quiet no-quiet' -l quiet -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from score; and not __fish_contains_opt quiet no-quiet' -l no-quiet -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from score; and not __fish_contains_opt verbose no-verbose' -l verbose -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from score; and not __fish_contains_opt verbose no-verbose' -l no-verbose -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt reporter' -f -a '--reporter' -d 'How to report, to a file if one is given; repeatable: pretty, json, junit, github, markdown, agent, ndjson, html, otlp (default: pretty)'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--color' -d 'Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt color no-color' -f -a '--no-color' -d 'Disable color'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--quiet' -d 'Only what is not green'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt quiet no-quiet' -f -a '--no-quiet' -d 'Disable quiet'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--verbose' -d 'Every check, and the traces of the runs that are not green'
complete -c passhat -n '__fish_seen_subcommand_from score; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt verbose no-verbose' -f -a '--no-verbose' -d 'Disable verbose'
complete -c passhat -n '__fish_seen_subcommand_from score' -r -F -d 'Recordings, folders of them, or JSON files with traces (default: cassettes)'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and begin; not __fish_contains_opt good; or contains -- (commandline -poc)[-1] --good; end' -l good -d 'Which runs are good: those whose trace has the value at the path (default: all)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and begin; not __fish_contains_opt share; or contains -- (commandline -poc)[-1] --share; end' -l share -d 'The share of good runs that clear a floor (default 0.95)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and begin; not __fish_contains_opt confidence; or contains -- (commandline -poc)[-1] --confidence; end' -l confidence -d 'The confidence of intervals (default 0.95)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not __fish_contains_opt json no-json' -l json -d 'Print JSON'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not __fish_contains_opt json no-json' -l no-json -d 'Disable json'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt good' -f -a '--good' -d 'Which runs are good: those whose trace has the value at the path (default: all)'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt share' -f -a '--share' -d 'The share of good runs that clear a floor (default 0.95)'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt confidence' -f -a '--confidence' -d 'The confidence of intervals (default 0.95)'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt json no-json' -f -a '--json' -d 'Print JSON'
complete -c passhat -n '__fish_seen_subcommand_from calibrate; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt json no-json' -f -a '--no-json' -d 'Disable json'
complete -c passhat -n '__fish_seen_subcommand_from calibrate' -r -F -d 'Recordings, or folders of them (default: cassettes)'
complete -c passhat -n '__fish_seen_subcommand_from import; and begin; not __fish_contains_opt suite; or contains -- (commandline -poc)[-1] --suite; end' -l suite -d 'What the suite and its recordings are called' -r -f
complete -c passhat -n '__fish_seen_subcommand_from import; and begin; not __fish_contains_opt format; or contains -- (commandline -poc)[-1] --format; end' -l format -d 'What the files are; auto (default) looks into them' -r -f -a 'auto openai-chat openai-responses anthropic tau-bench tau2 mcpmark otlp jaeger claude-code passhat-trace'
complete -c passhat -n '__fish_seen_subcommand_from import; and begin; not __fish_contains_opt group-by; or contains -- (commandline -poc)[-1] --group-by; end' -l group-by -d 'The fields that make a task, with commas: task (default), agent, file, or paths such as metadata.task' -r -f
complete -c passhat -n '__fish_seen_subcommand_from import; and begin; not __fish_contains_opt outcome; or contains -- (commandline -poc)[-1] --outcome; end' -l outcome -d 'The field with a run\'s verdict or reward, such as reward_info.reward (default: that of the format)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from import; and not __fish_contains_opt infer-errors no-infer-errors' -l infer-errors -d 'Take results that only look like errors for errors; the summary counts them'
complete -c passhat -n '__fish_seen_subcommand_from import; and not __fish_contains_opt infer-errors no-infer-errors' -l no-infer-errors -d 'Disable infer-errors'
complete -c passhat -n '__fish_seen_subcommand_from import; and not __fish_contains_opt count-broken no-count-broken' -l count-broken -d 'Count runs that a broken environment ended as failures; without it they have no verdict'
complete -c passhat -n '__fish_seen_subcommand_from import; and not __fish_contains_opt count-broken no-count-broken' -l no-count-broken -d 'Disable count-broken'
complete -c passhat -n '__fish_seen_subcommand_from import; and not __fish_contains_opt overwrite no-overwrite' -l overwrite -d 'Replace a suite and recordings of that name'
complete -c passhat -n '__fish_seen_subcommand_from import; and not __fish_contains_opt overwrite no-overwrite' -l no-overwrite -d 'Disable overwrite'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt suite' -f -a '--suite' -d 'What the suite and its recordings are called'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt format' -f -a '--format' -d 'What the files are; auto (default) looks into them'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt group-by' -f -a '--group-by' -d 'The fields that make a task, with commas: task (default), agent, file, or paths such as metadata.task'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt outcome' -f -a '--outcome' -d 'The field with a run\'s verdict or reward, such as reward_info.reward (default: that of the format)'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt infer-errors no-infer-errors' -f -a '--infer-errors' -d 'Take results that only look like errors for errors; the summary counts them'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt infer-errors no-infer-errors' -f -a '--no-infer-errors' -d 'Disable infer-errors'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt count-broken no-count-broken' -f -a '--count-broken' -d 'Count runs that a broken environment ended as failures; without it they have no verdict'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt count-broken no-count-broken' -f -a '--no-count-broken' -d 'Disable count-broken'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt overwrite no-overwrite' -f -a '--overwrite' -d 'Replace a suite and recordings of that name'
complete -c passhat -n '__fish_seen_subcommand_from import; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt overwrite no-overwrite' -f -a '--no-overwrite' -d 'Disable overwrite'
complete -c passhat -n '__fish_seen_subcommand_from import' -r -F -d 'Files, or folders with .json and .jsonl files'
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs' -f
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs; and begin; not __fish_contains_opt half-width; or contains -- (commandline -poc)[-1] --half-width; end' -l half-width -d 'How far the estimated rate may be off, from 0 to 1' -r -f
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs; and begin; not __fish_contains_opt floor; or contains -- (commandline -poc)[-1] --floor; end' -l floor -d 'The rate to show, from 0 to 1' -r -f
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs; and begin; not __fish_contains_opt confidence; or contains -- (commandline -poc)[-1] --confidence; end' -l confidence -d 'How sure to be (default 0.95)' -r -f
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt half-width' -f -a '--half-width' -d 'How far the estimated rate may be off, from 0 to 1'
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt floor' -f -a '--floor' -d 'The rate to show, from 0 to 1'
complete -c passhat -n '__fish_seen_subcommand_from recommend-runs; and not string match -q -- "-*" (commandline -ct); and not __fish_contains_opt confidence' -f -a '--confidence' -d 'How sure to be (default 0.95)'

###-end-passhat-completions-###
