// A worker that does what the page's address says. Plain JavaScript, because a worker is loaded by path.
import { parentPort, threadId } from 'node:worker_threads'

parentPort?.on('message', ({ pageAddress: slug }) => {
  if (slug === 'die') process.exit(1)
  if (slug === 'throw') throw new Error('a worker that breaks')
  if (slug === 'refuse') return parentPort?.postMessage({ error: 'Error: this one cannot be made' })
  if (slug === 'hang') for (;;);
  if (slug !== 'wait') parentPort?.postMessage({ bytes: new TextEncoder().encode(`${slug} of ${threadId}`) })
})
