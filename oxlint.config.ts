import type { OxlintConfig } from 'oxlint'
import { LAYERS, layerRules } from './scripts/lint/layers.ts'

/** `vitest/consistent-test-it` needs its plugin, which brings rules of its own; without globals, an import is enough. */
const NO_IT = { name: 'vitest', importNames: ['it'], message: 'a test is written with `test`' }

const config: OxlintConfig = {
  plugins: ['eslint', 'typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc'],
  categories: { correctness: 'error', suspicious: 'off' },
  ignorePatterns: ['node_modules', '/dist', '.build', '/data', '**/*.gen.ts'],
  rules: {
    'max-lines': ['error', { max: 300 }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-self-import': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-control-regex': 'off',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-debugger': 'error',
    'no-eval': 'error',
    'react/no-danger': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
  },
  overrides: [
    {
      files: ['*.config.ts', 'vite.config.ts', 'e2e/harness/setUp.ts', 'bench/**', 'scripts/**'],
      rules: { 'import/no-default-export': 'off' },
    },
    ...LAYERS.map(layerRules),
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'e2e/**'],
      rules: {
        'no-restricted-imports': ['error', { paths: [NO_IT] }],
        'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
      },
    },
  ],
}
export default config
