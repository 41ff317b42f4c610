import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import { imagePath, widthName } from '@app/contracts/fields/pictures.ts'
import { ImageUp, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ConfirmedCall } from '../../../app/ConfirmedCall.tsx'
import { FieldError } from '../../../ui/forms/fields.tsx'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ACCEPTED } from './picture.ts'
import { useImageUpload, NO_ANSWER, useDeleteImageMutation } from './use-image-upload.ts'
import { SLOTS, type Slot } from './slots.ts'

/** Pictures are published at once, apart from the form's fields. */
export function ImageSlots({ profile }: { readonly profile: OwnProfile }) {
  const say = useSay()
  const [fault, setFault] = useState<{ readonly text: string; readonly kind: ImageKind }>()
  const faultId = useId()
  const line = useRef<HTMLDivElement>(null)
  // On a phone it may stand below the bars: nothing was typed there that would bring it into view.
  useEffect(() => {
    if (fault) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [fault])
  const done = (text: string): void => {
    setFault(undefined)
    say(text)
  }
  return (
    <Panel title="Imágenes">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3.5 @min-[33rem]:grid-cols-[96px_130px_minmax(0,1fr)]">
        {SLOTS.map((slot) => (
          <ImageSlot
            key={slot.kind}
            slot={slot}
            profile={profile}
            faultId={fault?.kind === slot.kind ? faultId : undefined}
            onDone={done}
            onFault={(text) => setFault(text === undefined ? undefined : { text, kind: slot.kind })}
          />
        ))}
      </div>
      <div
        ref={line}
        role="alert"
        className="flex flex-wrap items-center gap-x-3 gap-y-1.5 [&:not(:empty)]:mt-3"
      >
        {fault && <FieldError id={faultId}>{fault.text}</FieldError>}
      </div>
      <p className="mt-3 text-micro text-ink-3">
        JPG, PNG, WebP o AVIF, también fotos grandes de teléfono. Se publican al subirlas.
      </p>
    </Panel>
  )
}

interface ImageSlotProps {
  readonly slot: Slot
  readonly profile: OwnProfile
  readonly faultId: string | undefined
  readonly onDone: (message: string) => void
  readonly onFault: (fault: string | undefined) => void
}

/** A background with a row of its own has room for more of it. */
const SIZES: Readonly<Record<ImageKind, string>> = {
  'profile-image': 'w-24',
  'company-logo': 'max-w-[130px]',
  'background-image': '@max-[33rem]:h-36',
}
const BOX =
  'group relative grid size-full place-items-center overflow-hidden hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)'
const EMPTY = 'border-[1.5px] border-dashed border-line-strong'

/** Picture and picker in one: the browser's own field lies over it, and takes dropped files as well. */
function ImageSlot({ slot, profile, faultId, onDone, onFault }: ImageSlotProps) {
  const { step, ...upload } = useImageUpload({ profileId: profile.id, slot, onDone, onFault })
  const image = profile[slot.field]
  const input = useFocusAfterDeletion(image)
  const isIdle = step.name === 'idle'
  const isUnderway = step.name === 'opening' || step.name === 'sending'
  const shape = slot.isRound ? 'rounded-full' : 'rounded-[14px]'
  const look = image === null ? EMPTY : 'bg-surface-3 ring-1 ring-line'
  return (
    <div className="min-w-0 last:col-span-full @min-[33rem]:last:col-span-1">
      <b className="mb-1.5 block text-small font-semibold">{slot.title}</b>
      <div className={`relative h-24 ${SIZES[slot.kind]}`}>
        <span className={`${BOX} ${shape} ${look} ${faultId ? 'ring-2 ring-danger' : ''}`}>
          {/* The invitation would show through the progress; a picture may. */}
          {(image !== null || !isUnderway) && <SlotPicture slot={slot} image={image} />}
          <input
            ref={input}
            type="file"
            name={slot.kind}
            accept={ACCEPTED}
            aria-label={`${image === null ? 'Subir' : 'Cambiar'} ${slot.noun}`}
            aria-busy={!isIdle || undefined}
            aria-describedby={faultId}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // So that the same file can be picked again.
              currentTarget.value = ''
              if (file && isIdle) void upload.pick(file)
            }}
          />
        </span>
        {isUnderway && <Progress step={step.name} className={shape} />}
        {isIdle && image !== null && <DeleteImage profile={profile} slot={slot} onDone={onDone} />}
      </div>
      {step.name === 'framing' && (
        <step.Dialog
          picture={step.picture}
          slot={slot}
          onUse={(frame) => void upload.use(step, frame)}
          onCancel={() => upload.cancel(step)}
        />
      )}
    </div>
  )
}

const Progress = ({ step, className }: { readonly step: string; readonly className: string }) => (
  <span
    role="status"
    className={`absolute inset-0 grid place-items-center bg-surface/90 text-micro font-semibold ${className}`}
  >
    {step === 'opening' ? 'Abriendo...' : 'Subiendo...'}
  </span>
)

/** A deletion takes its own button away, and the focus with it. */
function useFocusAfterDeletion(image: string | null) {
  const input = useRef<HTMLInputElement>(null)
  const before = useRef(image)
  useEffect(() => {
    const isGone = before.current !== null && image === null
    if (isGone && document.activeElement === document.body) input.current?.focus()
    before.current = image
  }, [image])
  return input
}

/** Only the widest has room for words; they are for the eye, as the field has a name of its own. */
function SlotPicture({ slot, image }: { readonly slot: Slot; readonly image: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (image === null)
    return (
      <span
        aria-hidden="true"
        className="grid justify-items-center gap-1 px-2 text-center text-small text-ink-2"
      >
        <ImageUp size={20} strokeWidth={1.9} />
        {slot.kind === 'background-image' && (
          <span className="font-medium">
            <span className="pointer-coarse:hidden">Arrastra una imagen o </span>
            <b className="inline-block pointer-coarse:first-letter:uppercase font-[650] text-accent">
              elige un archivo
            </b>
          </span>
        )}
      </span>
    )
  if (image === failed) return <span className="text-small font-semibold text-danger">Error</span>
  return (
    <>
      <img
        src={imagePath(image, widthName(slot.shownWidth))}
        alt=""
        onError={() => setFailed(image)}
        className={`absolute inset-0 size-full ${slot.isRound ? 'object-cover' : 'object-contain'} ${slot.opensWhole ? 'bg-white p-2' : ''}`}
      />
      <span
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 bg-on-signal/85 py-0.5 text-center text-micro font-semibold text-white opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
      >
        Cambiar
      </span>
    </>
  )
}

function DeleteImage({ profile, slot, onDone }: Pick<ImageSlotProps, 'profile' | 'slot' | 'onDone'>) {
  const [remove] = useDeleteImageMutation()
  const label = `Eliminar ${slot.noun}`
  return (
    <ConfirmedCall
      title={slot.question}
      consequence="Tu perfil mostrará el diseño por defecto."
      verb="Eliminar imagen"
      busyVerb="Eliminando..."
      prefix="Error al eliminar imagen: "
      fallback={NO_ANSWER}
      send={() => remove({ profileId: profile.id, kind: slot.kind })}
      onDone={({ message }) => onDone(message)}
    >
      {(ask) => (
        <button
          type="button"
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          onClick={ask}
          className="absolute -top-1 -right-1 grid size-7 place-items-center rounded-sm bg-on-signal/85 text-white ring-1 ring-white/40 after:absolute after:inset-0 hover:bg-on-signal pointer-coarse:after:-inset-2"
        >
          <Trash2 aria-hidden="true" size={14} strokeWidth={2} />
        </button>
      )}
    </ConfirmedCall>
  )
}
