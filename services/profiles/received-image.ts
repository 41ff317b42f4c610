import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

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
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  if (!request.is('multipart/form-data')) throw new Refusal('unsupported-media', NOT_MULTIPART)
  if (Number(request.headers['content-length']) > LIMITS.imageBytesMax + AROUND_BYTES_MAX)
    throw new Refusal('image-too-large')
  if (request.destroyed) throw new Refusal('malformed', UNREADABLE)
  await received(request, response)
  const { file } = request
  if (file === undefined) throw new Refusal('invalid', WITHOUT_FILE, { field: FIELD })
  return work(file.buffer)
}

const received = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void multer({ storage: multer.memoryStorage(), limits: FORM_LIMITS }).single(FIELD)(
      request,
      response,
      (error) => {
        if (error === undefined) resolve()
        else reject(refusalOf(error))
      },
    )
  })
