import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const FIELD = 'file'
/** A form may say a few words more; nobody reads them. */
const FIELDS_MAX = 8

const parse = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: LIMITS.imageBytesMax,
    files: 1,
    fields: FIELDS_MAX,
    fieldSize: 1_024,
    fieldNameSize: 100,
    parts: FIELDS_MAX + 1,
    headerPairs: 20,
  },
}).single(FIELD)

const NOT_MULTIPART = `Envía la imagen como multipart/form-data, en el campo «${FIELD}».`
const WITHOUT_FILE = `Falta la imagen: envía un solo archivo, en el campo «${FIELD}».`
const UNREADABLE = 'No pudimos leer el envío de la imagen. Inténtalo de nuevo.'

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof MulterError)) return new Refusal('malformed', UNREADABLE)
  if (error.code === 'LIMIT_FILE_SIZE') return new Refusal('image-too-large')
  return new Refusal('invalid', WITHOUT_FILE, { field: FIELD })
}

/** Room for the form around the file. */
const AROUND_BYTES_MAX = 16 * 1024

/**
 * The one file of an upload. Its name and the type that was sent with it are not looked at.
 * @throws Refusal for what is too large, no form, or not with one file
 */
export async function receivedImage(request: Request, response: Response): Promise<Buffer> {
  if (!request.is('multipart/form-data')) throw new Refusal('unsupported-media', NOT_MULTIPART)
  if (Number(request.headers['content-length']) > LIMITS.imageBytesMax + AROUND_BYTES_MAX)
    throw new Refusal('image-too-large')
  if (request.destroyed) throw new Refusal('malformed', UNREADABLE)
  await new Promise<void>((resolve, reject) => {
    void parse(request, response, (error: unknown) => {
      if (error === undefined) resolve()
      else reject(refusalOf(error))
    })
  })
  if (request.file === undefined) throw new Refusal('invalid', WITHOUT_FILE, { field: FIELD })
  return request.file.buffer
}
