import { IMAGE_KINDS } from './profiles.ts'
import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { call } from './api/call.ts'
import { message } from './api/call-parts.ts'

const place = z.object({
  kind: z.enum(IMAGE_KINDS, `La imagen debe ser una de: ${IMAGE_KINDS.join(', ')}.`),
  profileId: z.string().max(LIMITS.lineCharsMax),
})

export const postUpload = call({
  method: 'post',
  path: '/api/upload/{kind}/{profileId}',
  summary: `Sets an image of a profile: multipart, field \`file\`; JPEG, PNG, WebP or AVIF up to ${LIMITS.imageBytesMax / 1_024 ** 2} MB and ${LIMITS.imagePixelsMax / 1_000 ** 2} megapixels.`,
  access: 'activated',
  limit: { name: 'upload' },
  audited: { refused: 'upload-refused' },
  bodyType: 'file',
  params: place,
  answer: z
    .object({ message, kind: z.enum(IMAGE_KINDS), ref: z.string(), url: z.string() })
    .meta({ id: 'UploadedImage' }),
  refusals: ['not-found', 'history-full'],
})

export const deleteUpload = call({
  method: 'delete',
  path: '/api/upload/{kind}/{profileId}',
  summary: 'Removes an image of a profile. The history still says that there was one.',
  access: 'activated',
  limit: { name: 'edit-profile' },
  params: place,
  answer: z.object({ message, kind: z.enum(IMAGE_KINDS) }),
  refusals: ['not-found'],
})

export const getFile = call({
  method: 'get',
  path: '/api/files/{fileRef}',
  summary:
    'An image by its content hash, or one of its renditions. Never changes, and may be cached for ever.',
  access: 'everyone',
  params: z.object({ fileRef: z.string().max(LIMITS.lineCharsMax) }),
  answer: z.string(),
  answerType: ['image/webp', 'image/jpeg'],
  otherAnswers: { 304: 'The caller has it already.' },
  takes: ['If-None-Match'],
  gives: ['ETag'],
  refusals: ['not-found'],
})
