/**
 * A reporter of vitest that prints, at the end, a table of the event stores' contract tests that each adapter passed.
 * @typedef {{ store: string, theme: string, state: string }} Case
 */

/** From the store without a server to the one with an external server. */
const ORDER = ['memory', 'postgres', 'EventStoreDB']
const STORE = /^the (.+) event store$/
const SERVER = /^event store contract on ([^:]+): (?!TEST_SEED=)(.+)$/gm

/**
 * @param {readonly Case[]} cases
 * @returns theme by store; each cell has the passed tests of all
 */
export function storeTableOf(cases) {
  const place = (/** @type {string} */ store) => (ORDER.includes(store) ? ORDER.indexOf(store) : ORDER.length)
  const stores = [...new Set(cases.map(({ store }) => store))].sort((a, b) => place(a) - place(b))
  const themes = [...new Set(cases.map(({ theme }) => theme))]
  const cell = (/** @type {readonly Case[]} */ some) =>
    `${some.filter(({ state }) => state === 'passed').length}/${some.length}`
  const line = (/** @type {string} */ name, /** @type {readonly Case[]} */ some) => [
    name,
    ...stores.map((store) => cell(some.filter((one) => one.store === store))),
  ]
  const rows = themes.map((theme) =>
    line(
      theme,
      cases.filter((one) => one.theme === theme),
    ),
  )
  return drawn([['theme', ...stores], ...rows, line('all', cases)])
}

/** @param {readonly (readonly string[])[]} rows first column aligned left, others right */
function drawn(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const padded = (/** @type {string} */ cell, /** @type {number} */ column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(padded).join('   ')}`).join('\n')
}

/**
 * The servers that the suites name, each once.
 * @param {string} text
 */
export const serversIn = (text) => [
  ...new Set([...text.matchAll(SERVER)].map(([, store, server]) => `behind ${store} stood: ${server}`)),
]

/**
 * The contract's cases among all tests: those of `the … event store`, by theme.
 * @param {Iterable<import('vitest/node').TestModule>} modules
 * @returns {Case[]}
 */
function casesIn(modules) {
  const tests = [...modules].flatMap((module) => [...module.children.allTests()])
  return tests.flatMap((test) => {
    const [store, theme = 'the suite'] = namesAbove(test.parent)
    const named = STORE.exec(store ?? '')?.[1]
    return named === undefined ? [] : [{ store: named, theme, state: test.result().state }]
  })
}

/**
 * @param {import('vitest/node').TestSuite | import('vitest/node').TestModule} parent
 * @returns {string[]} from the outermost
 */
const namesAbove = (parent) => (parent.type === 'module' ? [] : [...namesAbove(parent.parent), parent.name])

/** @returns {import('vitest/node').Reporter} */
export default function storeTable() {
  let output = ''
  return {
    onUserConsoleLog: ({ content }) => {
      output += content
    },
    onTestRunEnd: (modules) => {
      const servers = serversIn(output).map((server) => `  ${server}`)
      console.log(['', storeTableOf(casesIn(modules)), '', ...servers].join('\n'))
    },
  }
}
