import { Icon } from './Icon.tsx'

/** browser/share/share.ts names it «Compartir» where the system has a share sheet. */
export function ShareLink() {
  return (
    <>
      <button type="button" className="share" data-share>
        <Icon name="share" size={18} />
        <span data-share-label>Copiar enlace</span>
      </button>
      <output className="unseen" data-share-status />
    </>
  )
}
