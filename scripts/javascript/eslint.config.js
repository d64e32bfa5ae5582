// ESLint's recommended rules and a few of our own; what concerns types and names is tsc's to find.
import js from "@eslint/js";
import globals from "globals";

const TEXT = "Texts come from the page: see static/touchstone/js/texts.js.";

const house = {
  rules: {
    "checked-by-tsc": {
      meta: { messages: { missing: "The first line has to be `// @ts-check`." } },
      create: (context) => ({
        Program(node) {
          if (context.sourceCode.lines[0] !== "// @ts-check") {
            context.report({ node, loc: { line: 1, column: 0 }, messageId: "missing" });
          }
        },
      }),
    },
    // Django's manifest storage rewrites only imports that end so.
    "import-semicolon": {
      meta: { messages: { missing: "An import has to end in a semicolon." } },
      create: (context) => ({
        ImportDeclaration(node) {
          if (!context.sourceCode.getText(node).endsWith(";")) {
            context.report({ node, messageId: "missing" });
          }
        },
      }),
    },
  },
};

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["static/**/*.js"],
    plugins: { house },
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      "house/checked-by-tsc": "error",
      "house/import-semicolon": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines": ["error", { max: 330 }],
      "no-eval": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "AssignmentExpression[left.property.name=/^(textContent|title|placeholder|ariaLabel)$/] > Literal.right[value=/\\w/]", message: TEXT },
        { selector: "CallExpression[callee.name='announce'] > Literal", message: TEXT },
      ],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
      "require-atomic-updates": "off",
    },
  },
  // It runs before the page is painted, so it is no module.
  { files: ["static/touchstone/js/theme.js"], languageOptions: { sourceType: "script" } },
];
