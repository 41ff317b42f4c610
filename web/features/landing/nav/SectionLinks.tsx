import { SECTIONS } from './sections.ts'

/** @param label tells the navigations of a screen apart */
export function SectionLinks({ label }: { readonly label: string }) {
  return (
    <nav aria-label={label}>
      {SECTIONS.map(([href, name]) => (
        <a key={href} href={href}>
          {name}
        </a>
      ))}
    </nav>
  )
}
