import { writeFileSync } from 'node:fs'

/** A reporter of vitest, whose JSON report leaves out errors outside of all tests: writes them to a file of their own. */
export default class OutsideErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly { message: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env.TEST_OUTSIDE_ERRORS
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  }
}
