import type { Slot } from './slots.ts'
import type { ImageUpload } from './use-image-upload.ts'

interface UploadProgressProps {
  readonly step: ImageUpload['step']
  readonly slot: Slot
}

const BAR =
  'h-1 w-14 overflow-hidden rounded-full bg-surface-3 [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent'

export function UploadProgress({ step, slot }: UploadProgressProps) {
  if (step.name === 'idle' || step.name === 'framing') return null
  return (
    <div
      className={`absolute inset-0 grid place-content-center justify-items-center gap-1.5 bg-surface/90 text-micro font-semibold ${slot.isRound ? 'rounded-full' : 'rounded-[14px]'}`}
    >
      <span role="status">{step.name === 'opening' ? 'Abriendo...' : 'Subiendo...'}</span>
      {step.name === 'sending' && (
        <progress aria-label={`Subida de ${slot.noun}`} value={step.part} max={1} className={BAR} />
      )}
    </div>
  )
}
