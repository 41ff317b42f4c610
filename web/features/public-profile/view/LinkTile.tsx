import type { ContactLink } from '@app/contracts/fields/links.ts'
import { Icon } from './Icon.tsx'

const leavesTheBrowser = ({ href }: ContactLink): boolean => /^(?:mailto:|tel:|https:\/\/wa\.me\/)/.test(href)

export function LinkTile({ link, wide }: { link: ContactLink; wide: boolean }) {
  const own = link.network === 'custom'
  const spoken = `${link.label}, ${link.text}${leavesTheBrowser(link) ? ', abre en otra aplicación' : ''}`
  return (
    <a
      className={`tile${wide || own ? ' wide' : ''}${own ? ' own' : ''}`}
      href={link.href}
      rel="noopener"
      aria-label={spoken}
      data-network={link.network}
    >
      <Icon name={link.network} />
      <span>
        <b>{link.label}</b>
        <small>{link.text}</small>
      </span>
      <Icon name="go" size={16} />
    </a>
  )
}
