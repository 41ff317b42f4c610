import type { AdminProfile } from '@app/contracts/api/admin-profiles.ts'
import { contactLinks } from '@app/contracts/fields/links.ts'
import { NetworkGlyph } from '../../../ui/NetworkGlyph.tsx'

/** Those that the page shows. */
export function ActiveNetworks({ profile }: { readonly profile: AdminProfile }) {
  const links = contactLinks(profile)
  if (links.length === 0) return <p className="text-small text-ink-3">Sin redes activas</p>
  return (
    <ul aria-label="Redes activas" className="flex flex-wrap gap-1.5">
      {links.map(({ network, label }) => (
        <li key={network} title={label}>
          <NetworkGlyph network={network} />
          <span className="sr-only">{label}</span>
        </li>
      ))}
    </ul>
  )
}
