import { writeFileSync } from 'node:fs'

/** A reporter of vitest that writes errors outside of all tests to a file, because the JSON report omits them. */
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
