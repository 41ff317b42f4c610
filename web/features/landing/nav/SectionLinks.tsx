import { SECTIONS } from './sections.ts'

/** @param label distinguishes the navigations of a screen */
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
