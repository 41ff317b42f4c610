import { Router, type Request, type Response } from 'express'
import { deleteUpload, getFile, postUpload } from '@app/contracts/media.ts'
import { FILE_REF, imagePath, type RenderedImage } from '@app/contracts/fields/pictures.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import {
  createConcurrencyLimiter,
  createConcurrencyByKey,
} from '../platform/concurrency/concurrency-limiter.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { actorOf, getOwnProfile } from './profile-access.ts'
import { isKnownTag } from '../platform/http/send.ts'
import { fileRoute, guardedRoute } from '../platform/http/route.ts'
import type { Actor, AppendResult } from '@app/contracts/event-store.ts'
import { profileStream, type ImageKind } from '@app/contracts/profiles.ts'
import { profile, type ProfileCommand } from './profile.ts'
import { handle, load } from '../kernel/commands.ts'
import type { ProfileImages } from '../media/stored-images.ts'
import type { Ctx } from '../platform/ctx.ts'
import multer, { MulterError } from 'multer'
import { LIMITS } from '@app/contracts/limits/limits.ts'

/** One, from a picture's first byte until it is stored: a few slow accounts do not fill the places of all. */
const UPLOADS_OF_ACCOUNT = { atOnce: 1, waitingMax: 5 }
/** Each holds a picture in memory, for a minute at most. */
const UPLOADS = { atOnce: 24, waitingMax: 100 }
/** Each occupies a database connection that others need too. */
const STORED_AT_ONCE = 2
const STORED_WAITING_MAX = 100

const FILE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // Messengers and mails show it on other sites.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export function imageRoutes(deps: Ctx): Router {
  const router = Router()
  const { store, images, storedImages } = deps
  const placesOf = createConcurrencyByKey(UPLOADS_OF_ACCOUNT)
  const uploading = createConcurrencyLimiter(UPLOADS)
  const storing = createConcurrencyLimiter({ atOnce: STORED_AT_ONCE, waitingMax: STORED_WAITING_MAX })

  guardedRoute(router, deps, postUpload, async ({ params, request, response, wrote }, principal) => {
    const [profileId, kind] = [params.profileId.toLowerCase(), params.kind]
    // Before the body is read: nobody can send ten megabytes for a profile that is not theirs.
    const owned = await getOwnProfile(store, profileId, principal)
    const { ref, appended } = await placesOf(principal.accountId)(() =>
      uploading(() =>
        withReceivedImage({ request, response }, async (bytes) => {
          const image = await images.render(bytes, kind)
          const change = () => setImage(deps, { profileId, kind, actor: actorOf(owned, principal) }, image)
          return { ref: image.ref, appended: await storing(change) }
        }),
      ),
    )
    wrote(appended)
    const message = `Imagen ${kind} subida correctamente al perfil ${isolated(owned.details.name.trim() || owned.slug)}`
    return { message, kind, ref, url: imagePath(ref) }
  })

  guardedRoute(router, deps, deleteUpload, async ({ params, wrote }, principal) => {
    const [profileId, kind] = [params.profileId.toLowerCase(), params.kind]
    const owned = await getOwnProfile(store, profileId, principal)
    const appended = await storing(() =>
      removeImage(deps, { profileId, kind, actor: actorOf(owned, principal) }),
    )
    wrote(appended)
    return { message: 'Imagen eliminada', kind }
  })

  fileRoute(router, deps, getFile, async ({ params, request, response }) => {
    const [, ref, rendition] = FILE_REF.exec(params.fileRef) ?? []
    const file = ref === undefined ? undefined : await storedImages.find(ref, rendition)
    if (file === undefined) throw new Refusal('not-found')
    const tag = `"${params.fileRef}"`
    response.set({ ...FILE_HEADERS, ETag: tag })
    // Not by Express, which sends the file again on a forced reload: it never changes.
    if (isKnownTag(tag, request.headers['if-none-match'])) response.status(304).end()
    else response.set('Content-Type', file.contentType).send(file.bytes)
  })
  return router
}

export interface ImagePlace {
  readonly profileId: string
  readonly kind: ImageKind
  readonly actor: Actor
}

type Appended = AppendResult | undefined

/** Stored before the event that names it. */
export const setImage = (
  deps: Pick<Ctx, 'store' | 'storedImages' | 'now' | 'newId'>,
  place: ImagePlace,
  image: RenderedImage,
): Promise<Appended> =>
  deps.storedImages.changing(place.profileId, async (own) => {
    const { kind } = place
    const { ref, width, height } = image
    const command: ProfileCommand = { type: 'SetImage', kind, ref, width, height }
    // An erasure deletes the profile first, and releases its pictures under this lock: none is stored after it.
    profile.decide(command, (await load(deps.store, profile, profileStream(place.profileId))).state)
    await own.keep(image, kind)
    return changeWith(deps, place, own, command)
  })

export const removeImage = (
  deps: Pick<Ctx, 'store' | 'storedImages' | 'now' | 'newId'>,
  place: ImagePlace,
): Promise<Appended> =>
  deps.storedImages.changing(place.profileId, (own) =>
    changeWith(deps, place, own, { type: 'RemoveImage', kind: place.kind }),
  )

async function changeWith(
  { store, now, newId }: Pick<Ctx, 'store' | 'storedImages' | 'now' | 'newId'>,
  { profileId, kind, actor }: ImagePlace,
  own: ProfileImages,
  command: ProfileCommand,
): Promise<Appended> {
  const { state, appended } = await handle(store, profile, {
    stream: profileStream(profileId),
    command,
    cause: {
      actor,
      occurredAt: now().toISOString(),
      correlationId: newId(),
    },
    newId,
  })
  // Without a new event, an earlier append may still be pending: the next change releases what it leaves.
  if (appended !== undefined)
    await own.release(kind, state.status === 'created' ? state.images[kind] : undefined)
  return appended
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
async function withReceivedImage<Result>(
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
