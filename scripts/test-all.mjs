import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepareClone, ROOT } from './ready.mjs'

/** `npm run test:all [-- LANE …]`: the lanes one after the other, each alone on the machine. */

const LANES = ['faults', 'stores', 'browsers', 'long', 'containers']

const named = process.argv.slice(2)
const unknown = named.filter((name) => !LANES.includes(name))
if (unknown.length > 0) {
  console.error(`no such lane: ${unknown.join(', ')}. There are ${LANES.join(', ')}.`)
  process.exit(2)
}
await prepareClone({ build: true })
const results = (named.length > 0 ? named : LANES).map((lane) => {
  console.log(`\n== ${lane}`)
  const startMs = performance.now()
  // That of containers starts its Docker engine first.
  const script =
    lane === 'containers'
      ? ['--import', 'tsx', join(ROOT, 'tests/containers/run.ts')]
      : [join(ROOT, 'scripts/test.mjs'), `--lane=${lane}`]
  const { status } = spawnSync(process.execPath, script, { cwd: ROOT, stdio: 'inherit' })
  return { lane, isGreen: status === 0, minutes: (performance.now() - startMs) / 60_000 }
})
console.log()
for (const { lane, isGreen, minutes } of results)
  console.log(`${lane.padEnd(10)} ${minutes.toFixed(1).padStart(5)} min  ${isGreen ? 'passed' : 'FAILED'}`)
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1
