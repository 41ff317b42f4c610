import { part } from '../part.ts'
import {
  CONNECTIONS,
  TRACKING_METRICS,
  measureNoOp,
  measureProduct,
  openNoOp,
  openProduct,
  type ProductTarget,
  type TrackTarget,
} from '../load/tracking.ts'

interface Track {
  readonly noOp: TrackTarget
  readonly product: ProductTarget
}

export const trackPart = part<Track>({
  name: 'track',
  title: 'Tracking: acknowledged events per second',
  how: `\`POST /api/public/track/{profileId}\` over ${CONNECTIONS} connections, each request a new click with the body and the headers of a phone's browser, against the built product as \`npm start\` runs it: validation, profile look-up, durable append and all read models in one process. An event counts when it was answered with 2xx, and after every measurement the log must have grown by exactly that many. The no-op is an Express in a process of its own that parses the same JSON and answers 202. With its read models held, the product answers the same calls while another session locks its checkpoints; that tells what it costs to keep read models up to date in the same process. Processor time is the server process's own, until the last answer, and again until the read models hold everything.`,
  peers: ['express', 'autocannon'],
  metrics: TRACKING_METRICS,
  variants: [
    { name: 'no-op', title: 'no-op Express' },
    { name: 'product', title: 'product' },
    { name: 'product-held', title: 'product, read models held' },
  ],
  aims: [
    { title: 'events/s ÷ no-op', metric: 'rate', of: 'product', by: 'no-op', atLeast: 0.6 },
    { title: 'Node CPU ÷ no-op', metric: 'cpu', of: 'product', by: 'no-op', atMost: 1.8 },
    { title: 'events/s ÷ no-op, read models held', metric: 'rate', of: 'product-held', by: 'no-op' },
    { title: 'Node CPU ÷ no-op, read models held', metric: 'cpu', of: 'product-held', by: 'no-op' },
  ],
  open: async (context) => {
    const product = await openProduct(context, 'track', 'select count(*) as n from log.events')
    return { product, noOp: await openNoOp(context, product.profileId) }
  },
  measure: ({ noOp, product }, variant) =>
    variant === 'no-op' ? measureNoOp(noOp) : measureProduct(product, variant === 'product-held'),
})
