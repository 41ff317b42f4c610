import { createInterface } from 'node:readline'

export const ask = (question: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    // Without terminal mode Ctrl-C stays a signal.
    const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
    lines.once('close', () => resolve(''))
    signal.addEventListener('abort', () => lines.close(), { once: true })
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })
