import { Check } from 'lucide-react'

export function SuccessTick() {
  return (
    <span
      aria-hidden="true"
      className="mb-1 grid size-12 place-items-center rounded-full bg-success-soft text-success"
    >
      <Check size={24} strokeWidth={2.2} />
    </span>
  )
}
