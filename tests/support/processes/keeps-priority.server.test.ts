import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PRELOAD = join(import.meta.dirname, 'keeps-priority.preload.cjs')
/** As the product's threads step back: they import it, and are modules. */
const STEP_BACK = `import { getPriority, setPriority } from 'node:os'
import { Worker, isMainThread } from 'node:worker_threads'
setPriority(10)
console.log(getPriority())
if (isMainThread) new Worker(new URL(import.meta.url))`

const prioritiesOf = (...options: readonly string[]): readonly number[] => {
  const module = `data:text/javascript,${encodeURIComponent(STEP_BACK)}`
  const args = [...options, '--input-type=module', '--eval', `await import(${JSON.stringify(module)})`]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').map(Number)
}

test('threads of the programs of tests do not step back for a busy suite', () => {
  expect(prioritiesOf()).toEqual([10, 10])
  expect(prioritiesOf('--require', PRELOAD)).toEqual([getPriority(), getPriority()])
})
