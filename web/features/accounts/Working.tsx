import { LoaderCircle } from 'lucide-react'

export function Working({ text }: { readonly text: string }) {
  return (
    <p role="status" className="flex items-center gap-2.5 text-ink-2">
      <LoaderCircle aria-hidden="true" size={18} className="flex-none animate-spin" />
      {text}
    </p>
  )
}
