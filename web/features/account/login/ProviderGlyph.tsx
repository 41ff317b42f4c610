import { KeyRound } from 'lucide-react'

export function ProviderGlyph({ name }: { readonly name: string }) {
  if (name !== 'Google') return <KeyRound aria-hidden="true" size={18} strokeWidth={1.9} />
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
    >
      <path d="M19.1 5.6A9.3 9.3 0 1 0 21.3 12H12.6" />
    </svg>
  )
}
