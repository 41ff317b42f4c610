import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { writtenBatch } from './calls/batch-answers.ts'
import { batchRequestOf } from './calls/batch-request.ts'
import { createBackwardWriter, eachField } from './protobuf.ts'
import { writeWireEvent } from './wire-event.ts'

const bytes = () => fc.uint8Array({ maxLength: 300 })
const text = () => fc.string({ unit: 'grapheme', maxLength: 40 })
const number = () => fc.nat({ max: Number.MAX_SAFE_INTEGER })

test('the generated code reads a hand-written event unchanged', () => {
  const writer = createBackwardWriter()
  const all = fc.record({
    data: bytes(),
    metadata: bytes(),
    type: text(),
    stream: text(),
    revision: fc.nat(),
    position: number(),
  })
  fc.assert(
    fc.property(all, ({ stream, revision, position, ...rest }) => {
      writer.clear()
      const event = { id: randomUUID(), contentType: 'application/json', ...rest }
      writeWireEvent(writer, event, { stream, revision, position, createdTicks: 17n })
      const read = streams.ReadResp.deserializeBinary(writer.since(0)).getEvent()!
      const recorded = read.getEvent()!
      expect(read.getCommitPosition()).toBe(String(position))
      expect(recorded.getCommitPosition()).toBe(String(position))
      expect(recorded.getPreparePosition()).toBe(String(position))
      expect(recorded.getStreamRevision()).toBe(String(revision))
      expect(recorded.getId()?.getString()).toBe(event.id)
      expect(Buffer.from(recorded.getStreamIdentifier()!.getStreamName_asU8()).toString()).toBe(stream)
      expect(Buffer.from(recorded.getData_asU8())).toEqual(Buffer.from(event.data))
      expect(Buffer.from(recorded.getCustomMetadata_asU8())).toEqual(Buffer.from(event.metadata))
      const fields = ['type', 'content-type', 'created'].map((key) => recorded.getMetadataMap().get(key))
      expect(fields).toEqual([event.type, 'application/json', '17'])
    }),
  )
})

test('the hand-written reader reads a batch of the generated code unchanged', () => {
  const all = fc.record({
    data: bytes(),
    metadata: bytes(),
    type: text(),
    stream: text(),
    revision: number(),
  })
  fc.assert(
    fc.property(
      all,
      fc.date({ noInvalidDate: true, min: new Date(0) }),
      fc.boolean(),
      ({ stream, revision, ...rest }, at, isFinal) => {
        const id = randomUUID()
        const message = new streams.BatchAppendReq.ProposedMessage()
          .setId(new shared.UUID().setString(id.toUpperCase()))
          .setData(rest.data)
          .setCustomMetadata(rest.metadata)
        message.getMetadataMap().set('type', rest.type).set('content-type', 'application/json')
        const options = new streams.BatchAppendReq.Options()
          .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
          .setStreamPosition(String(revision))
          .setDeadline(timestamps.Timestamp.fromDate(at))
        const frame = new streams.BatchAppendReq()
          .setCorrelationId(new shared.UUID().setString(id))
          .setOptions(options)
          .setProposedMessagesList([message, new streams.BatchAppendReq.ProposedMessage()])
          .setIsFinal(isFinal)
        const read = batchRequestOf(Buffer.from(frame.serializeBinary()))
        expect(read.isFinal).toBe(isFinal)
        expect(read.options).toEqual({
          stream: Buffer.from(stream),
          expected: BigInt(revision),
          deadline: { atMs: at.getTime() },
        })
        const [data, metadata] = [Buffer.from(rest.data), Buffer.from(rest.metadata)]
        expect(read.events).toEqual([
          { id, type: rest.type, contentType: 'application/json', data, metadata },
          undefined,
        ])
      },
    ),
  )
})

test('an id of two numbers is the same id', () => {
  const structured = new shared.UUID.Structured()
    .setMostSignificantBits(String(BigInt.asIntN(64, 0xf1234567_89ab_4defn)))
    .setLeastSignificantBits(String(BigInt.asIntN(64, 0x8012_3456789abcdfn)))
  const message = new streams.BatchAppendReq.ProposedMessage().setId(
    new shared.UUID().setStructured(structured),
  )
  message.getMetadataMap().set('type', 'Seen').set('content-type', 'application/json')
  const frame = new streams.BatchAppendReq().setProposedMessagesList([message])
  const [event] = batchRequestOf(Buffer.from(frame.serializeBinary())).events
  expect(event?.id).toBe('f1234567-89ab-4def-8012-3456789abcdf')
})

test('expectations without a revision are read by their names', () => {
  const nothing = new empty.Empty()
  const expectedBy = (options: streams.BatchAppendReq.Options) =>
    batchRequestOf(Buffer.from(new streams.BatchAppendReq().setOptions(options).serializeBinary())).options
      ?.expected
  const { Options } = streams.BatchAppendReq
  expect(expectedBy(new Options().setNoStream(nothing))).toBe('no_stream')
  expect(expectedBy(new Options().setAny(nothing))).toBe('any')
  expect(expectedBy(new Options().setStreamExists(nothing))).toBe('stream_exists')
})

test('the generated code reads a hand-written answer unchanged', () => {
  const correlation = Buffer.from(new shared.UUID().setString(randomUUID()).serializeBinary())
  fc.assert(
    fc.property(fc.nat(), fc.option(number(), { nil: undefined }), text(), (revision, position, stream) => {
      const answer = writtenBatch(correlation, Buffer.from(stream), { kind: 'success', revision, position })
      const read = streams.BatchAppendResp.deserializeBinary(answer)
      const success = read.getSuccess()!
      expect(Buffer.from(read.getCorrelationId()!.serializeBinary())).toEqual(correlation)
      expect(success.getCurrentRevision()).toBe(String(revision))
      expect(success.hasNoPosition()).toBe(position === undefined)
      if (position !== undefined) expect(success.getPosition()?.getPreparePosition()).toBe(String(position))
      if (position !== undefined) expect(success.getPosition()?.getCommitPosition()).toBe(String(position))
    }),
  )
})

test('a truncated message is refused', () => {
  const cut = Buffer.from([0x0a, 5, 1, 2])
  expect(() => eachField(cut, 0, cut.length, () => undefined)).toThrow('ends within a field')
  expect(() => eachField(Buffer.from([0x80]), 0, 1, () => undefined)).toThrow('ends within a field')
})
