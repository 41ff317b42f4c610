import type statuses from '@eventstore/db-client/generated/status_pb.js'
import type { StandInOutcome } from '../appending.ts'
import { createBackwardWriter, type BackwardWriter } from '../protobuf.ts'

const ANSWER = { correlation: 1, error: 2, success: 3, stream: 4 } as const
const SUCCESS = { revision: 1, position: 3, noPosition: 4 } as const
const POSITION = { commit: 1, prepare: 2 } as const
const STREAM_NAME = 3
const NOTHING = new Uint8Array()

const writer = createBackwardWriter()

/** @param correlation as received */
export function writtenBatch(
  correlation: Buffer,
  stream: Buffer,
  { revision, position }: Extract<StandInOutcome, { kind: 'success' }>,
): Buffer {
  return answer(correlation, stream, (to) => {
    const success = to.mark()
    if (position === undefined) to.bytesField(SUCCESS.noPosition, NOTHING)
    else {
      const place = to.mark()
      to.varintField(POSITION.prepare, position)
      to.varintField(POSITION.commit, position)
      to.messageField(SUCCESS.position, place)
    }
    to.varintField(SUCCESS.revision, revision)
    to.messageField(ANSWER.success, success)
  })
}

export const failedBatch = (correlation: Buffer, stream: Buffer, why: statuses.Status): Buffer =>
  answer(correlation, stream, (to) => to.bytesField(ANSWER.error, why.serializeBinary()))

function answer(correlation: Buffer, stream: Buffer, outcome: (to: BackwardWriter) => void): Buffer {
  writer.clear()
  const start = writer.mark()
  writer.bytesField(STREAM_NAME, stream)
  writer.messageField(ANSWER.stream, start)
  outcome(writer)
  writer.bytesField(ANSWER.correlation, correlation)
  return Buffer.from(writer.since(start))
}
