import { useRef, useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { isCanvasTrue } from '../../../ui/browser/true-canvas.ts'
import { useUploadImageMutation } from './image-api.ts'
import { DAMAGED, openingFault, readPicked, sendingFault } from './picked-file.ts'
import type { Area } from './picture-areas.ts'
import { cutPicture, openPicture, type Picture } from './picture.ts'
import type { Slot } from './slots.ts'

const NO_PROFILE = 'Error: No hay perfil seleccionado'
export const NO_ANSWER = 'No pudimos conectarnos. Revisa tu conexión e inténtalo de nuevo.'
const NOT_OPENED = 'No pudimos abrir el editor de imágenes. Recarga la página e inténtalo de nuevo.'

const loadDialog = () => import('./CropDialog.tsx')

interface Framing {
  readonly name: 'framing'
  readonly picture: Picture
  readonly Dialog: Awaited<ReturnType<typeof loadDialog>>['CropDialog']
}
type Step =
  | { readonly name: 'idle' | 'opening' | 'encoding' }
  | Framing
  /** Sent part of the bytes: at 1, it cannot be cancelled any more. */
  | { readonly name: 'sending'; readonly part: number }

export interface UploadFault {
  readonly text: string
  readonly retry?: () => void
}

export interface ImageUploadOptions {
  readonly profileId: string | undefined
  readonly slot: Slot
  readonly onDone: (message: string) => void
  /** Undefined when there is none any more. */
  readonly onFault: (fault: UploadFault | undefined) => void
}

export interface ImageUpload {
  readonly step: Step
  readonly pick: (file: Blob) => void
  readonly use: (frame: Area) => void
  /** Ends framing or sending. */
  readonly cancel: () => void
}

const IDLE: Step = { name: 'idle' }
const uploadFault = (message: string, retry?: () => void): UploadFault => ({
  text: `Error al subir imagen: ${message}`,
  ...(retry && { retry }),
})
const isCancelled = (error: object | undefined): boolean =>
  error !== undefined && 'name' in error && error.name === 'AbortError'

/** @returns why it can be neither framed nor sent, the step in which it is framed, or the file to send as it is */
async function openForFraming(file: Blob, slot: Slot): Promise<string | Framing | Blob> {
  const picked = await readPicked(file)
  if (typeof picked === 'string') return picked
  // The server crops what no canvas can.
  if (!(await isCanvasTrue())) return sendingFault(picked) ?? file
  const [dialog, picture] = await Promise.allSettled([loadDialog(), openPicture(file, slot)])
  if (dialog.status === 'rejected') return NOT_OPENED
  if (picture.status === 'rejected') return openingFault(picked)
  return { name: 'framing', picture: picture.value, Dialog: dialog.value.CropDialog }
}

/** From a file that was picked to the picture that the profile shows. */
export function useImageUpload({ profileId, slot, onDone, onFault }: ImageUploadOptions): ImageUpload {
  const [step, setStep] = useState<Step>(IDLE)
  const [upload] = useUploadImageMutation()
  const sending = useRef<{ readonly abort: () => void } | null>(null)

  const refuse = (fault: UploadFault): void => {
    setStep(IDLE)
    onFault(fault)
  }

  const send = async (id: string, file: Blob): Promise<void> => {
    onFault(undefined)
    setStep({ name: 'sending', part: 0 })
    const onProgress = (part: number) => setStep({ name: 'sending', part })
    const running = upload({ profileId: id, kind: slot.kind, file, onProgress })
    sending.current = running
    const { data, error } = await running
    setStep(IDLE)
    if (data) onDone(data.message.replace(slot.kind, slot.ofWhat))
    else if (!isCancelled(error))
      onFault(uploadFault(refusalText(error, NO_ANSWER), () => void send(id, file)))
  }

  const pick = async (file: Blob): Promise<void> => {
    onFault(undefined)
    if (profileId === undefined) return refuse({ text: NO_PROFILE })
    setStep({ name: 'opening' })
    const opened = await openForFraming(file, slot)
    if (typeof opened === 'string') refuse(uploadFault(opened))
    else if (opened instanceof Blob) await send(profileId, opened)
    else setStep(opened)
  }

  const use = async (frame: Area): Promise<void> => {
    if (step.name !== 'framing' || profileId === undefined) return
    setStep({ name: 'encoding' })
    const file = await cutPicture(step.picture, frame, slot).catch(() => undefined)
    step.picture.bitmap.close()
    if (file) await send(profileId, file)
    else refuse(uploadFault(DAMAGED))
  }

  const cancel = (): void => {
    if (step.name === 'framing') step.picture.bitmap.close()
    if (step.name === 'sending') sending.current?.abort()
    else setStep(IDLE)
  }
  return { step, pick: (file) => void pick(file), use: (frame) => void use(frame), cancel }
}
