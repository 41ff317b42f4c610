import { execFileSync } from 'node:child_process'

/** Longer than the time limit of any test or hook (`vitest.config.ts`). */
const SILENCE_MS_MAX = Number(process.env.TEST_SILENCE_MS_MAX ?? 15 * 60_000)
const POLLS = 10

/**
 * A reporter of vitest that names files that hang, and kills their processes, so that the run continues and fails.
 * Vitest's own time limits cannot end a busy loop.
 */
export default class StalledFiles {
  /** @type {Set<string>} names of files, because a test in a busy loop is not reported */
  running = new Set()
  heardMs = performance.now()
  /** @type {NodeJS.Timeout | undefined} */
  timer

  onTestRunStart() {
    this.heardMs = performance.now()
    this.timer = setInterval(() => this.endStalled(), SILENCE_MS_MAX / POLLS)
  }

  onTestRunEnd() {
    clearInterval(this.timer)
  }

  /** @param {{ relativeModuleId: string }} file */
  onTestModuleStart({ relativeModuleId }) {
    this.running.add(relativeModuleId)
    this.heardMs = performance.now()
  }

  /** @param {{ relativeModuleId: string }} file */
  onTestModuleEnd({ relativeModuleId }) {
    this.running.delete(relativeModuleId)
    this.heardMs = performance.now()
  }

  onTestCaseResult() {
    this.heardMs = performance.now()
  }

  endStalled() {
    if (performance.now() - this.heardMs < SILENCE_MS_MAX) return
    for (const name of this.running) console.log(`failed: hangs without end: ${name}`)
    for (const pid of workers()) process.kill(pid, 'SIGKILL')
    this.running.clear()
    this.heardMs = performance.now()
  }
}

/** Vitest's own processes; programs that tests or the global setup have started have other names. */
const workers = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line))
    .filter((found) => Number(found?.[2]) === process.pid && /vitest.*workers/.test(found?.[3] ?? ''))
    .map((found) => Number(found?.[1]))
