import type { Request, Response } from 'express'
import multer, { MulterError, type StorageEngine } from 'multer'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

interface UploadMemory {
  open(): HeldBytes
}

interface HeldBytes {
  /** False without room and after the release; then nothing is taken. */
  take(bytes: number): boolean
  release(): void
}

/** Counts what an upload has sent, not what it has announced. */
export function createUploadMemory(bytesMax: number): UploadMemory {
  let used = 0
  return {
    open: () => {
      let held = 0
      let isOpen = true
      return {
        take: (bytes) => {
          if (!isOpen || used + bytes > bytesMax) return false
          used += bytes
          held += bytes
          return true
        },
        release: () => {
          if (isOpen) used -= held
          isOpen = false
        },
      }
    },
  }
}

const FIELD = 'file'
const FIELDS_MAX = 8

const FORM_LIMITS = {
  fileSize: LIMITS.imageBytesMax,
  files: 1,
  fields: FIELDS_MAX,
  fieldSize: 1_024,
  fieldNameSize: 100,
  parts: FIELDS_MAX + 1,
  headerPairs: 20,
}

const inMemory = (held: HeldBytes): StorageEngine => ({
  _handleFile: (_request, { stream }, done) => {
    let chunks: Buffer[] = []
    let isRefused = false
    stream.on('data', (chunk: Buffer) => {
      isRefused ||= !held.take(chunk.length)
      if (isRefused) chunks = []
      else chunks.push(chunk)
    })
    stream.on('end', () => {
      if (isRefused) return done(new Refusal('unavailable'))
      const buffer = Buffer.concat(chunks)
      // Frees the memory: the form keeps this function until the answer.
      chunks = []
      done(null, { buffer, size: buffer.length })
    })
  },
  _removeFile: (_request, _file, done) => done(null),
})

const NOT_MULTIPART = `Envía la imagen como multipart/form-data, en el campo «${FIELD}».`
const WITHOUT_FILE = `Falta la imagen: envía un solo archivo, en el campo «${FIELD}».`
const UNREADABLE = 'No pudimos leer el envío de la imagen. Inténtalo de nuevo.'

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof MulterError)) return new Refusal('malformed', UNREADABLE)
  if (error.code === 'LIMIT_FILE_SIZE') return new Refusal('image-too-large')
  return new Refusal('invalid', WITHOUT_FILE, { field: FIELD })
}

const AROUND_BYTES_MAX = 16 * 1024

/** The server closes a connection whose body takes too long. @throws Refusal when too large, not a form, or not exactly one file */
export async function withReceivedImage<Result>(
  { request, response }: { readonly request: Request; readonly response: Response },
  memory: UploadMemory,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  if (!request.is('multipart/form-data')) throw new Refusal('unsupported-media', NOT_MULTIPART)
  if (Number(request.headers['content-length']) > LIMITS.imageBytesMax + AROUND_BYTES_MAX)
    throw new Refusal('image-too-large')
  if (request.destroyed) throw new Refusal('malformed', UNREADABLE)
  const held = memory.open()
  try {
    await received(request, response, held)
    const { file } = request
    if (file === undefined) throw new Refusal('invalid', WITHOUT_FILE, { field: FIELD })
    return await work(file.buffer)
  } finally {
    held.release()
  }
}

const received = (request: Request, response: Response, held: HeldBytes): Promise<void> =>
  new Promise((resolve, reject) => {
    void multer({ storage: inMemory(held), limits: FORM_LIMITS }).single(FIELD)(
      request,
      response,
      (error) => {
        if (error === undefined) resolve()
        else reject(refusalOf(error))
      },
    )
  })
