import type { Network } from '@app/contracts/traffic/kinds.ts'
import { Globe, Link, Mail } from 'lucide-react'
import type { ReactNode } from 'react'

const drawn = (fill: boolean, children: ReactNode): ReactNode => (
  <svg
    aria-hidden="true"
    width="16"
    height="16"
    viewBox="0 0 24 24"
    fill={fill ? 'currentColor' : 'none'}
    stroke={fill ? 'none' : 'currentColor'}
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
)

// Brand glyphs are our own simplified drawings.
export const NETWORK_GLYPHS: Record<Network, ReactNode> = {
  email: <Mail aria-hidden="true" size={16} />,
  website: <Globe aria-hidden="true" size={16} />,
  custom: <Link aria-hidden="true" size={16} />,
  whatsapp: drawn(
    false,
    <>
      <path d="M12 3a9 9 0 0 0-7.75 13.57L3 21l4.56-1.2A9 9 0 1 0 12 3Z" />
      <path
        fill="currentColor"
        stroke="none"
        d="M9.2 7.6c-.3-.6-.9-.5-1.3-.1-.7.7-1 1.6-.6 2.8.9 2.9 3.3 5.2 6.2 6 1.3.3 2.3-.1 2.9-.9.4-.5.3-1-.2-1.3l-1.5-.9c-.4-.2-.8-.2-1.1.1l-.5.6c-1.3-.5-2.4-1.5-3-2.8l.6-.6c.3-.3.3-.6.1-1Z"
      />
    </>,
  ),
  linkedin: drawn(
    true,
    <>
      <rect x="3.6" y="9.2" width="3.8" height="11.6" rx=".6" />
      <circle cx="5.5" cy="5.2" r="2.2" />
      <path d="M10 9.2h3.6v1.6c.7-1.2 2-1.9 3.5-1.9 2.8 0 4 1.8 4 4.7v7.2h-3.8v-6.5c0-1.5-.5-2.3-1.7-2.3-1.2 0-1.9.9-1.9 2.3v6.5H10z" />
    </>,
  ),
  instagram: drawn(
    false,
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.9" cy="7.1" r="1.2" fill="currentColor" stroke="none" />
    </>,
  ),
  facebook: drawn(
    true,
    <path d="M13.8 21v-7.6h2.7l.5-3.3h-3.2V8c0-1 .4-1.7 1.8-1.7H17V3.3c-.4-.1-1.3-.2-2.3-.2-2.6 0-4.3 1.6-4.3 4.4v2.6H7.5v3.3h2.9V21z" />,
  ),
}

export function NetworkGlyph({ network }: { readonly network: Network }) {
  return (
    <span
      className="grid size-7 place-items-center rounded-sm text-(--on-net)"
      style={{ background: `var(--net-${network})` }}
    >
      {NETWORK_GLYPHS[network]}
    </span>
  )
}
