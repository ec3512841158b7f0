###-begin-passhat-completions-###
#
# Static completion script for Bash
#
# Installation:
#   passhat --completions bash >> ~/.bashrc
#

if ! type _init_completion &>/dev/null; then
  _init_completion()
  {
    COMPREPLY=()
    local _i _j=0 _piece _line="$COMP_LINE"
    words=("${COMP_WORDS[0]}")
    cword=0
    _line="${_line#*"${COMP_WORDS[0]}"}"
    for ((_i = 1; _i < ${#COMP_WORDS[@]}; _i++)); do
      _piece="${COMP_WORDS[_i]}"
      if [[ "$_line" == [[:blank:]]* ]]; then
        ((_j++))
        words[_j]="$_piece"
      else
        words[_j]="${words[_j]}$_piece"
      fi
      ((_i == COMP_CWORD)) && cword=$_j
      _line="${_line#*"$_piece"}"
    done
    cur="${words[cword]}"
    prev=""
    ((cword > 0)) && prev="${words[cword-1]}"
    return 0
  }
fi

_passhat--choices()
{
  local _cur="$1" _word="$2"; shift 2

  local _head="${_cur%"$_word"}"
  local _open=""
  case "$_head" in
    *\') _open="'" ;;
    *\") _open='"' ;;
  esac

  local _prefix="$_cur" _committed="$_head"
  _prefix=${_prefix//\\/}; _prefix=${_prefix//\"/}; _prefix=${_prefix//\'/}
  _committed=${_committed//\\/}; _committed=${_committed//\"/}; _committed=${_committed//\'/}

  COMPREPLY=()
  local _choice _rest _match
  for _choice in "$@"; do
    [[ "$_choice" == "$_prefix"* ]] || continue
    _rest="${_choice#"$_committed"}"
    case "$_open" in
      "'")
        if [[ "$_head" == "'" ]]; then
          _match=${_rest//\'/\'\\\'\'}
        else
          [[ "$_rest" == *\'* ]] && continue
          _match="$_rest"
        fi
        ;;
      '"')
        _match="${_rest//\\/\\\\}"
        _match="${_match//\$/\\$}"
        _match="${_match//\`/\\\`}"
        _match="${_match//\"/\\\"}"
        ;;
      *)
        printf -v _match '%q' "$_rest"
        [[ -z "$_head" && "$_match" == '~'* ]] && _match="\\$_match"
        ;;
    esac
    [[ -n "$_open" && "$_match" == *"$_open" ]] && _match+="$_open"
    COMPREPLY+=("$_match")
  done
}

_passhat--paths()
{
  local _kind="$1" _cur="$2" _word="$3"

  local _prefix="$_cur" _committed="${_cur%"$_word"}"
  _prefix=${_prefix//\\/}; _prefix=${_prefix//\"/}; _prefix=${_prefix//\'/}
  _committed=${_committed//\\/}; _committed=${_committed//\"/}; _committed=${_committed//\'/}

  local _typed="" _dir="$_committed" _open="" _i
  if [[ "$_word" == */* ]]; then
    _typed="${_word%/*}/"
    _dir="${_prefix%/*}/"
    if [[ "$_cur" == "$_word" ]]; then
      for ((_i = 0; _i < ${#_typed}; _i++)); do
        case "$_open${_typed:_i:1}" in
          \\|\"\\) ((_i += 1)) ;;
          \"|\') _open="${_typed:_i:1}" ;;
          \"\"|\'\') _open="" ;;
        esac
      done
    fi
  fi

  local _path _names=() _rest="${_word#"$_typed"}"
  while IFS= read -r _path; do
    if [[ "$_path" == "$_dir"* ]]; then
      _names+=("$_committed${_path#"$_dir"}")
    elif [[ -z "$_committed" ]]; then
      _names+=("$_path")
      _typed="" _rest="" _open=""
    fi
  done < <(compgen "$_kind" -- "$_prefix")
  if [[ -n "$_open" ]]; then
    _typed+="$_open"
    _rest="${_prefix##*/}"
  fi

  _passhat--choices "${_cur%"$_word"}$_rest" "$_rest" "${_names[@]}"
  for ((_i = 0; _i < ${#COMPREPLY[@]}; _i++)); do
    COMPREPLY[_i]="$_typed${COMPREPLY[_i]}"
  done
}

_passhat()
{
  local cur prev words cword i
  local _command_index=0
  _init_completion -n "$COMP_WORDBREAKS" || return
  local _comp_word="$2"

  # Subcommand dispatch
  local cmd _skip_next=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    case "${words[i]}" in
      run)
        _passhat_run "$i"
        return
        ;;
      init)
        _passhat_init "$i"
        return
        ;;
      plan)
        _passhat_plan "$i"
        return
        ;;
      check)
        _passhat_check "$i"
        return
        ;;
      record)
        _passhat_record "$i"
        return
        ;;
      work)
        _passhat_work "$i"
        return
        ;;
      collect)
        _passhat_collect "$i"
        return
        ;;
      queue)
        _passhat_queue "$i"
        return
        ;;
      types)
        _passhat_types "$i"
        return
        ;;
      mock)
        _passhat_mock "$i"
        return
        ;;
      mcp)
        _passhat_mcp "$i"
        return
        ;;
      show)
        _passhat_show "$i"
        return
        ;;
      compare)
        _passhat_compare "$i"
        return
        ;;
      bless)
        _passhat_bless "$i"
        return
        ;;
      history)
        _passhat_history "$i"
        return
        ;;
      view)
        _passhat_view "$i"
        return
        ;;
      report)
        _passhat_report "$i"
        return
        ;;
      merge)
        _passhat_merge "$i"
        return
        ;;
      comment)
        _passhat_comment "$i"
        return
        ;;
      score)
        _passhat_score "$i"
        return
        ;;
      calibrate)
        _passhat_calibrate "$i"
        return
        ;;
      import)
        _passhat_import "$i"
        return
        ;;
      recommend-runs)
        _passhat_recommend_runs "$i"
        return
        ;;
    esac
  done

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    return
  fi

  COMPREPLY=( $(compgen -W 'run init plan check record work collect queue types mock mcp show compare bless history view report merge comment score calibrate import recommend-runs' -- "$cur") )
}

_passhat_run()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --cassettes)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
    --prices)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
    --baseline)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
    --history)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5="" _used_6="" _used_7="" _used_8="" _used_9="" _used_10="" _used_11="" _used_12="" _used_13="" _used_14="" _used_15="" _used_16="" _used_17="" _used_18="" _used_19="" _used_20="" _used_21="" _used_22="" _used_23="" _used_24="" _used_25="" _used_26="" _used_27="" _used_28=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --reporter) _used_0=1 ;;
      --record) _used_1=1 ;;
      --live-tools|--no-live-tools) _used_2=1 ;;
      --live-agent|--no-live-agent) _used_3=1 ;;
      --cell) _used_4=1 ;;
      --filter) _used_5=1 ;;
      --tag) _used_6=1 ;;
      --model) _used_7=1 ;;
      --case) _used_8=1 ;;
      --failed|--no-failed) _used_9=1 ;;
      --bail|--no-bail) _used_10=1 ;;
      --shard) _used_11=1 ;;
      --runs) _used_12=1 ;;
      --concurrency) _used_13=1 ;;
      --cassettes) _used_14=1 ;;
      --color|--no-color) _used_15=1 ;;
      --with-traces|--no-with-traces) _used_16=1 ;;
      --quiet|--no-quiet) _used_17=1 ;;
      --verbose|--no-verbose) _used_18=1 ;;
      --plan|--no-plan) _used_19=1 ;;
      --watch|--no-watch) _used_20=1 ;;
      --max-tokens-total) _used_21=1 ;;
      --prices) _used_22=1 ;;
      --max-usd) _used_23=1 ;;
      --coverage|--no-coverage) _used_24=1 ;;
      --coverage-threshold) _used_25=1 ;;
      --queue) _used_26=1 ;;
      --baseline) _used_27=1 ;;
      --history) _used_28=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --reporter"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --record"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --live-tools --no-live-tools"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --live-agent --no-live-agent"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --cell"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --filter"
  [[ -n "$_used_6" ]] || _filtered_flags+=" --tag"
  [[ -n "$_used_7" ]] || _filtered_flags+=" --model"
  [[ -n "$_used_8" ]] || _filtered_flags+=" --case"
  [[ -n "$_used_9" ]] || _filtered_flags+=" --failed --no-failed"
  [[ -n "$_used_10" ]] || _filtered_flags+=" --bail --no-bail"
  [[ -n "$_used_11" ]] || _filtered_flags+=" --shard"
  [[ -n "$_used_12" ]] || _filtered_flags+=" --runs"
  [[ -n "$_used_13" ]] || _filtered_flags+=" --concurrency"
  [[ -n "$_used_14" ]] || _filtered_flags+=" --cassettes"
  [[ -n "$_used_15" ]] || _filtered_flags+=" --color --no-color"
  [[ -n "$_used_16" ]] || _filtered_flags+=" --with-traces --no-with-traces"
  [[ -n "$_used_17" ]] || _filtered_flags+=" --quiet --no-quiet"
  [[ -n "$_used_18" ]] || _filtered_flags+=" --verbose --no-verbose"
  [[ -n "$_used_19" ]] || _filtered_flags+=" --plan --no-plan"
  [[ -n "$_used_20" ]] || _filtered_flags+=" --watch --no-watch"
  [[ -n "$_used_21" ]] || _filtered_flags+=" --max-tokens-total"
  [[ -n "$_used_22" ]] || _filtered_flags+=" --prices"
  [[ -n "$_used_23" ]] || _filtered_flags+=" --max-usd"
  [[ -n "$_used_24" ]] || _filtered_flags+=" --coverage --no-coverage"
  [[ -n "$_used_25" ]] || _filtered_flags+=" --coverage-threshold"
  [[ -n "$_used_26" ]] || _filtered_flags+=" --queue"
  [[ -n "$_used_27" ]] || _filtered_flags+=" --baseline"
  [[ -n "$_used_28" ]] || _filtered_flags+=" --history"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --reporter) _skip_next=1 ;;
      --reporter=*) ;;
      --record) ;;
      --live-tools|--no-live-tools) ;;
      --live-agent|--no-live-agent) ;;
      --cell) _skip_next=1 ;;
      --cell=*) ;;
      --filter) _skip_next=1 ;;
      --filter=*) ;;
      --tag) _skip_next=1 ;;
      --tag=*) ;;
      --model) _skip_next=1 ;;
      --model=*) ;;
      --case) _skip_next=1 ;;
      --case=*) ;;
      --failed|--no-failed) ;;
      --bail|--no-bail) ;;
      --shard) _skip_next=1 ;;
      --shard=*) ;;
      --runs) _skip_next=1 ;;
      --runs=*) ;;
      --concurrency) _skip_next=1 ;;
      --concurrency=*) ;;
      --cassettes) _skip_next=1 ;;
      --cassettes=*) ;;
      --color|--no-color) ;;
      --with-traces|--no-with-traces) ;;
      --quiet|--no-quiet) ;;
      --verbose|--no-verbose) ;;
      --plan|--no-plan) ;;
      --watch|--no-watch) ;;
      --max-tokens-total) _skip_next=1 ;;
      --max-tokens-total=*) ;;
      --prices) _skip_next=1 ;;
      --prices=*) ;;
      --max-usd) _skip_next=1 ;;
      --max-usd=*) ;;
      --coverage|--no-coverage) ;;
      --coverage-threshold) _skip_next=1 ;;
      --coverage-threshold=*) ;;
      --queue) _skip_next=1 ;;
      --queue=*) ;;
      --baseline) _skip_next=1 ;;
      --baseline=*) ;;
      --history) _skip_next=1 ;;
      --history=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_init()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --server) _used_0=1 ;;
      --url) _used_1=1 ;;
      --name) _used_2=1 ;;
      --header) _used_3=1 ;;
      --env) _used_4=1 ;;
      --model) _used_5=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --server"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --url"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --name"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --header"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --env"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --model"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

}

_passhat_plan()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5="" _used_6=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --cell) _used_0=1 ;;
      --filter) _used_1=1 ;;
      --tag) _used_2=1 ;;
      --model) _used_3=1 ;;
      --case) _used_4=1 ;;
      --runs) _used_5=1 ;;
      --json|--no-json) _used_6=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --cell"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --filter"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --tag"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --model"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --case"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --runs"
  [[ -n "$_used_6" ]] || _filtered_flags+=" --json --no-json"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --cell) _skip_next=1 ;;
      --cell=*) ;;
      --filter) _skip_next=1 ;;
      --filter=*) ;;
      --tag) _skip_next=1 ;;
      --tag=*) ;;
      --model) _skip_next=1 ;;
      --model=*) ;;
      --case) _skip_next=1 ;;
      --case=*) ;;
      --runs) _skip_next=1 ;;
      --runs=*) ;;
      --json|--no-json) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_check()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --cassettes)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5="" _used_6=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --cell) _used_0=1 ;;
      --filter) _used_1=1 ;;
      --tag) _used_2=1 ;;
      --model) _used_3=1 ;;
      --case) _used_4=1 ;;
      --cassettes) _used_5=1 ;;
      --max-age) _used_6=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --cell"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --filter"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --tag"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --model"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --case"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --cassettes"
  [[ -n "$_used_6" ]] || _filtered_flags+=" --max-age"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --cell) _skip_next=1 ;;
      --cell=*) ;;
      --filter) _skip_next=1 ;;
      --filter=*) ;;
      --tag) _skip_next=1 ;;
      --tag=*) ;;
      --model) _skip_next=1 ;;
      --model=*) ;;
      --case) _skip_next=1 ;;
      --case=*) ;;
      --cassettes) _skip_next=1 ;;
      --cassettes=*) ;;
      --max-age) _skip_next=1 ;;
      --max-age=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_record()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --prices)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
    --cassettes)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5="" _used_6="" _used_7="" _used_8="" _used_9="" _used_10="" _used_11="" _used_12="" _used_13="" _used_14="" _used_15="" _used_16="" _used_17=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --queue) _used_0=1 ;;
      --detach|--no-detach) _used_1=1 ;;
      --rate) _used_2=1 ;;
      --max-tokens-total) _used_3=1 ;;
      --prices) _used_4=1 ;;
      --max-usd) _used_5=1 ;;
      --cell) _used_6=1 ;;
      --filter) _used_7=1 ;;
      --tag) _used_8=1 ;;
      --model) _used_9=1 ;;
      --case) _used_10=1 ;;
      --runs) _used_11=1 ;;
      --concurrency) _used_12=1 ;;
      --cassettes) _used_13=1 ;;
      --reporter) _used_14=1 ;;
      --color|--no-color) _used_15=1 ;;
      --quiet|--no-quiet) _used_16=1 ;;
      --verbose|--no-verbose) _used_17=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --queue"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --detach --no-detach"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --rate"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --max-tokens-total"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --prices"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --max-usd"
  [[ -n "$_used_6" ]] || _filtered_flags+=" --cell"
  [[ -n "$_used_7" ]] || _filtered_flags+=" --filter"
  [[ -n "$_used_8" ]] || _filtered_flags+=" --tag"
  [[ -n "$_used_9" ]] || _filtered_flags+=" --model"
  [[ -n "$_used_10" ]] || _filtered_flags+=" --case"
  [[ -n "$_used_11" ]] || _filtered_flags+=" --runs"
  [[ -n "$_used_12" ]] || _filtered_flags+=" --concurrency"
  [[ -n "$_used_13" ]] || _filtered_flags+=" --cassettes"
  [[ -n "$_used_14" ]] || _filtered_flags+=" --reporter"
  [[ -n "$_used_15" ]] || _filtered_flags+=" --color --no-color"
  [[ -n "$_used_16" ]] || _filtered_flags+=" --quiet --no-quiet"
  [[ -n "$_used_17" ]] || _filtered_flags+=" --verbose --no-verbose"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --queue) _skip_next=1 ;;
      --queue=*) ;;
      --detach|--no-detach) ;;
      --rate) _skip_next=1 ;;
      --rate=*) ;;
      --max-tokens-total) _skip_next=1 ;;
      --max-tokens-total=*) ;;
      --prices) _skip_next=1 ;;
      --prices=*) ;;
      --max-usd) _skip_next=1 ;;
      --max-usd=*) ;;
      --cell) _skip_next=1 ;;
      --cell=*) ;;
      --filter) _skip_next=1 ;;
      --filter=*) ;;
      --tag) _skip_next=1 ;;
      --tag=*) ;;
      --model) _skip_next=1 ;;
      --model=*) ;;
      --case) _skip_next=1 ;;
      --case=*) ;;
      --runs) _skip_next=1 ;;
      --runs=*) ;;
      --concurrency) _skip_next=1 ;;
      --concurrency=*) ;;
      --cassettes) _skip_next=1 ;;
      --cassettes=*) ;;
      --reporter) _skip_next=1 ;;
      --reporter=*) ;;
      --color|--no-color) ;;
      --quiet|--no-quiet) ;;
      --verbose|--no-verbose) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_work()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --spool)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --queue) _used_0=1 ;;
      --concurrency) _used_1=1 ;;
      --name) _used_2=1 ;;
      --drain|--no-drain) _used_3=1 ;;
      --grace) _used_4=1 ;;
      --spool) _used_5=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --queue"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --concurrency"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --name"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --drain --no-drain"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --grace"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --spool"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --queue) _skip_next=1 ;;
      --queue=*) ;;
      --concurrency) _skip_next=1 ;;
      --concurrency=*) ;;
      --name) _skip_next=1 ;;
      --name=*) ;;
      --drain|--no-drain) ;;
      --grace) _skip_next=1 ;;
      --grace=*) ;;
      --spool) _skip_next=1 ;;
      --spool=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_collect()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --cassettes)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5="" _used_6="" _used_7=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --queue) _used_0=1 ;;
      --cell) _used_1=1 ;;
      --filter) _used_2=1 ;;
      --tag) _used_3=1 ;;
      --model) _used_4=1 ;;
      --case) _used_5=1 ;;
      --runs) _used_6=1 ;;
      --cassettes) _used_7=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --queue"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --cell"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --filter"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --tag"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --model"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --case"
  [[ -n "$_used_6" ]] || _filtered_flags+=" --runs"
  [[ -n "$_used_7" ]] || _filtered_flags+=" --cassettes"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --queue) _skip_next=1 ;;
      --queue=*) ;;
      --cell) _skip_next=1 ;;
      --cell=*) ;;
      --filter) _skip_next=1 ;;
      --filter=*) ;;
      --tag) _skip_next=1 ;;
      --tag=*) ;;
      --model) _skip_next=1 ;;
      --model=*) ;;
      --case) _skip_next=1 ;;
      --case=*) ;;
      --runs) _skip_next=1 ;;
      --runs=*) ;;
      --cassettes) _skip_next=1 ;;
      --cassettes=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_queue()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --queue) _used_0=1 ;;
      --json|--no-json) _used_1=1 ;;
      --print|--no-print) _used_2=1 ;;
      --worker-role) _used_3=1 ;;
      --recorder-role) _used_4=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --queue"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --json --no-json"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --print --no-print"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --worker-role"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --recorder-role"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

}

_passhat_types()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --check)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --server) _used_0=1 ;;
      --url) _used_1=1 ;;
      --name) _used_2=1 ;;
      --header) _used_3=1 ;;
      --env) _used_4=1 ;;
      --check) _used_5=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --server"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --url"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --name"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --header"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --env"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --check"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

}

_passhat_mock()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --tools-from)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --tools-from) _used_0=1 ;;
      --fault) _used_1=1 ;;
      --http) _used_2=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --tools-from"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --fault"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --http"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

}

_passhat_mcp()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --allow-live|--no-allow-live) _used_0=1 ;;
      --max-tokens-total) _used_1=1 ;;
      --timeout) _used_2=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --allow-live --no-allow-live"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --max-tokens-total"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --timeout"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --allow-live|--no-allow-live) ;;
      --max-tokens-total) _skip_next=1 ;;
      --max-tokens-total=*) ;;
      --timeout) _skip_next=1 ;;
      --timeout=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_show()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --run) _used_0=1 ;;
      --diff) _used_1=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --run"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --diff"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --run) _skip_next=1 ;;
      --run=*) ;;
      --diff) _skip_next=1 ;;
      --diff=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
    2)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_compare()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --confidence) _used_0=1 ;;
      --behaviour|--no-behaviour) _used_1=1 ;;
      --behaviour-decides|--no-behaviour-decides) _used_2=1 ;;
      --allow) _used_3=1 ;;
      --reporter) _used_4=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --confidence"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --behaviour --no-behaviour"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --behaviour-decides --no-behaviour-decides"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --allow"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --reporter"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --confidence) _skip_next=1 ;;
      --confidence=*) ;;
      --behaviour|--no-behaviour) ;;
      --behaviour-decides|--no-behaviour-decides) ;;
      --allow) _skip_next=1 ;;
      --allow=*) ;;
      --reporter) _skip_next=1 ;;
      --reporter=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
    1)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_bless()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --to)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --to) _used_0=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --to"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --to) _skip_next=1 ;;
      --to=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_history()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --history)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --history) _used_0=1 ;;
      --filter) _used_1=1 ;;
      --confidence) _used_2=1 ;;
      --json|--no-json) _used_3=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --history"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --filter"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --confidence"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --json --no-json"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --history) _skip_next=1 ;;
      --history=*) ;;
      --filter) _skip_next=1 ;;
      --filter=*) ;;
      --confidence) _skip_next=1 ;;
      --confidence=*) ;;
      --json|--no-json) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 1 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_view()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --port) _used_0=1 ;;
      --actions|--no-actions) _used_1=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --port"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --actions --no-actions"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --port) _skip_next=1 ;;
      --port=*) ;;
      --actions|--no-actions) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_report()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --baseline)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
    --history)
      _passhat--paths -d "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --reporter) _used_0=1 ;;
      --color|--no-color) _used_1=1 ;;
      --quiet|--no-quiet) _used_2=1 ;;
      --verbose|--no-verbose) _used_3=1 ;;
      --baseline) _used_4=1 ;;
      --history) _used_5=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --reporter"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --color --no-color"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --quiet --no-quiet"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --verbose --no-verbose"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --baseline"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --history"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --reporter) _skip_next=1 ;;
      --reporter=*) ;;
      --color|--no-color) ;;
      --quiet|--no-quiet) ;;
      --verbose|--no-verbose) ;;
      --baseline) _skip_next=1 ;;
      --baseline=*) ;;
      --history) _skip_next=1 ;;
      --history=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_merge()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --baseline)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --reporter) _used_0=1 ;;
      --color|--no-color) _used_1=1 ;;
      --quiet|--no-quiet) _used_2=1 ;;
      --verbose|--no-verbose) _used_3=1 ;;
      --baseline) _used_4=1 ;;
      --coverage-threshold) _used_5=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --reporter"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --color --no-color"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --quiet --no-quiet"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --verbose --no-verbose"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --baseline"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --coverage-threshold"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --reporter) _skip_next=1 ;;
      --reporter=*) ;;
      --color|--no-color) ;;
      --quiet|--no-quiet) ;;
      --verbose|--no-verbose) ;;
      --baseline) _skip_next=1 ;;
      --baseline=*) ;;
      --coverage-threshold) _skip_next=1 ;;
      --coverage-threshold=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_comment()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --baseline)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --baseline) _used_0=1 ;;
      --name) _used_1=1 ;;
      --pull-request) _used_2=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --baseline"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --name"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --pull-request"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --baseline) _skip_next=1 ;;
      --baseline=*) ;;
      --name) _skip_next=1 ;;
      --name=*) ;;
      --pull-request) _skip_next=1 ;;
      --pull-request=*) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
    0)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac
}

_passhat_score()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2="" _used_3=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --reporter) _used_0=1 ;;
      --color|--no-color) _used_1=1 ;;
      --quiet|--no-quiet) _used_2=1 ;;
      --verbose|--no-verbose) _used_3=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --reporter"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --color --no-color"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --quiet --no-quiet"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --verbose --no-verbose"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --reporter) _skip_next=1 ;;
      --reporter=*) ;;
      --color|--no-color) ;;
      --quiet|--no-quiet) ;;
      --verbose|--no-verbose) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_calibrate()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --labels)
      _passhat--paths -f "$cur" "$_comp_word"
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --good) _used_0=1 ;;
      --labels) _used_1=1 ;;
      --share) _used_2=1 ;;
      --confidence) _used_3=1 ;;
      --json|--no-json) _used_4=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --good"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --labels"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --share"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --confidence"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --json --no-json"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --good) _skip_next=1 ;;
      --good=*) ;;
      --labels) _skip_next=1 ;;
      --labels=*) ;;
      --share) _skip_next=1 ;;
      --share=*) ;;
      --confidence) _skip_next=1 ;;
      --confidence=*) ;;
      --json|--no-json) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_import()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
    --format)
      _passhat--choices "$cur" "$_comp_word" 'auto' 'openai-chat' 'openai-responses' 'anthropic' 'ai-sdk' 'langchain' 'tau-bench' 'tau2' 'mcpmark' 'otlp' 'jaeger' 'claude-code' 'passhat-trace'
      return
      ;;
  esac

  local _used_0="" _used_1="" _used_2="" _used_3="" _used_4="" _used_5="" _used_6=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --suite) _used_0=1 ;;
      --format) _used_1=1 ;;
      --group-by) _used_2=1 ;;
      --outcome) _used_3=1 ;;
      --infer-errors|--no-infer-errors) _used_4=1 ;;
      --count-broken|--no-count-broken) _used_5=1 ;;
      --overwrite|--no-overwrite) _used_6=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --suite"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --format"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --group-by"
  [[ -n "$_used_3" ]] || _filtered_flags+=" --outcome"
  [[ -n "$_used_4" ]] || _filtered_flags+=" --infer-errors --no-infer-errors"
  [[ -n "$_used_5" ]] || _filtered_flags+=" --count-broken --no-count-broken"
  [[ -n "$_used_6" ]] || _filtered_flags+=" --overwrite --no-overwrite"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

  # Positional argument completions
  local _position=0 _skip_next=0 _end_of_options=0
  for ((i = _command_index + 1; i < cword; i++)); do
    if (( _skip_next )); then
      _skip_next=0
      continue
    fi
    if (( _end_of_options )); then
      ((_position += 1))
      continue
    fi
    case "${words[i]}" in
      --) _end_of_options=1 ;;
      --suite) _skip_next=1 ;;
      --suite=*) ;;
      --format) _skip_next=1 ;;
      --format=*) ;;
      --group-by) _skip_next=1 ;;
      --group-by=*) ;;
      --outcome) _skip_next=1 ;;
      --outcome=*) ;;
      --infer-errors|--no-infer-errors) ;;
      --count-broken|--no-count-broken) ;;
      --overwrite|--no-overwrite) ;;
      -*) ;;
      *) ((_position += 1)) ;;
    esac
  done
  case "$_position" in
  esac
  if (( _position >= 0 )); then
    _passhat--paths -f "$cur" "$_comp_word"
    return
  fi
}

_passhat_recommend_runs()
{
  local cur prev words cword i
  local _command_index="$1"
  _init_completion -n "$COMP_WORDBREAKS" || return

  # Flag value completions
  case "$prev" in
  esac

  local _used_0="" _used_1="" _used_2=""
  for ((i = 1; i < cword; i++)); do
    case "${words[i]%%=*}" in
      --half-width) _used_0=1 ;;
      --floor) _used_1=1 ;;
      --confidence) _used_2=1 ;;
    esac
  done
  local _filtered_flags=""
  [[ -n "$_used_0" ]] || _filtered_flags+=" --half-width"
  [[ -n "$_used_1" ]] || _filtered_flags+=" --floor"
  [[ -n "$_used_2" ]] || _filtered_flags+=" --confidence"

  # Complete flags (filtered) and subcommands
  if [[ "$cur" == -* ]]; then
    COMPREPLY=( $(compgen -W "$_filtered_flags" -- "$cur") )
    return
  fi

}

complete -F _passhat passhat
###-end-passhat-completions-###
