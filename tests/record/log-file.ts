import { renameSync, rmSync } from 'node:fs'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { openLog } from '../eventstoredb/stand-in/log.ts'
import { wireAt } from '../eventstoredb/stand-in/record-format.ts'
import { streamOf, type ProposedEvent } from '../eventstoredb/stand-in/wire-event.ts'

/** An event as the file of the stand-in for EventStoreDB has it. */
export interface FileEvent extends ProposedEvent {
  readonly stream: string
  readonly createdTicks: bigint
}

function fileEventOf(wire: Buffer): FileEvent {
  const recorded = streams.ReadResp.deserializeBinary(wire).getEvent()!.getEvent()!
  const metadata = recorded.getMetadataMap()
  return {
    id: recorded.getId()!.getString(),
    type: metadata.get('type')!,
    contentType: metadata.get('content-type')!,
    data: recorded.getData_asU8(),
    metadata: recorded.getCustomMetadata_asU8(),
    stream: streamOf(recorded.getStreamIdentifier()),
    createdTicks: BigInt(metadata.get('created')!),
  }
}

/** Writes the log of a stopped server again, with other events: positions and revisions follow from them. */
export async function rewriteLogFile(
  file: string,
  change: (events: FileEvent[]) => readonly FileEvent[],
): Promise<void> {
  const log = openLog(file)
  const events = Array.from({ length: log.records.count() }, (_, record) => {
    const start = log.records.position(record)
    return fileEventOf(wireAt(log.read(start, log.endOf(record) - start), 0))
  })
  log.close()
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  const written = openLog(draft)
  for (const event of change(events)) written.append([event], event.createdTicks)
  written.close()
  renameSync(draft, file)
}
