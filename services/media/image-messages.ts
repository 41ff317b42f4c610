import { z } from 'zod'
import type { ImageKind } from '@app/contracts/profiles.ts'
import type { PreviewCard } from '@app/contracts/public-page.ts'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** An uploaded picture. */
export interface ImageTask {
  readonly bytes: Buffer
  readonly kind: ImageKind
}

/** A picture that the product draws: the card for previews as JPEG, or its own SVG as PNG. */
export type DrawingTask =
  { readonly card: PreviewCard; readonly photo: Buffer | undefined } | { readonly svg: string }

/** Far above the largest rendition. */
const RENDITION_BYTES_MAX = 2_000_000
const RENDITIONS_MAX = 8
const TEXT_CHARS_MAX = 500

const side = z.int().min(1).max(10_000)
const rendition = z.object({
  name: z.string().max(20),
  contentType: z.enum(['image/webp', 'image/jpeg']),
  width: side,
  height: side,
  bytes: z.instanceof(Buffer).refine((bytes) => bytes.length <= RENDITION_BYTES_MAX),
})
const image: z.ZodType<RenderedImage> = z.object({
  ref: z.string().regex(/^[0-9a-f]{32}$/),
  width: side,
  height: side,
  renditions: z.array(rendition).min(1).max(RENDITIONS_MAX),
})

const drawn = z.instanceof(Buffer).refine((bytes) => bytes.length <= RENDITION_BYTES_MAX)

export const readyMessage = z.object({ ready: z.literal(true) })

const refusedCode = z.enum(['unsupported-image', 'image-too-large'])

export const imageAnswer = z.union([
  z.object({ image }),
  z.object({ drawn }),
  z.object({
    refused: z.object({
      code: refusedCode,
      detail: z.string().max(TEXT_CHARS_MAX),
    }),
  }),
  z.object({ failed: z.string().max(TEXT_CHARS_MAX) }),
])
export type ImageAnswer = z.infer<typeof imageAnswer>

export function failureOf(
  error: unknown,
): { readonly refused: { code: z.infer<typeof refusedCode>; detail: string } } | { readonly failed: string } {
  const code = refusedCode.safeParse(error instanceof Refusal ? error.code : undefined)
  return code.success
    ? { refused: { code: code.data, detail: (error as Refusal).message } }
    : { failed: String(error).slice(0, TEXT_CHARS_MAX) }
}
