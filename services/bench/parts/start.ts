import { join } from 'node:path'
import { startPostgresServer } from '@app/embedded-postgres/postgres-server.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { startBenchProduct } from '../product/product.ts'

const MIB = 2 ** 20

/** The first start makes the database and its content. */
async function open(context: BenchContext): Promise<BenchContext> {
  for (const variant of ['product', 'database']) await measure(context, variant)
  return context
}

async function measure(context: BenchContext, variant: string): Promise<Figures> {
  const dataDir = join(context.folder, `start-${variant}`)
  if (variant === 'database') {
    const startedMs = performance.now()
    const server = await startPostgresServer({ dataDir, password: 'bench', say: () => undefined })
    const seconds = (performance.now() - startedMs) / 1_000
    await server.stop()
    return { seconds }
  }
  const product = await startBenchProduct(context, { DATA_DIR: dataDir })
  try {
    return { seconds: product.startMs / 1_000, peak: (await product.memory()).bytesMax / MIB }
  } finally {
    await product.stop()
  }
}

export const startPart = part<BenchContext>({
  name: 'start',
  title: 'Starting: from the start of the process until it says that it is ready',
  how: 'The built product on a folder that was used before, as `npm start` runs it, with a demo profile alone; beside it the same PostgreSQL, started by itself. Memory is that of the Node process.',
  peers: [],
  metrics: [
    { name: 'seconds', title: 's', digits: 2 },
    { name: 'peak', title: 'memory at peak, MiB', digits: 0 },
  ],
  variants: [
    { name: 'product', title: 'product, with its PostgreSQL' },
    { name: 'database', title: 'PostgreSQL alone' },
  ],
  aims: [{ title: 'product ÷ PostgreSQL alone', metric: 'seconds', of: 'product', by: 'database' }],
  open,
  measure,
})
