import { Icon } from './Icon.tsx'

/** A plain link, so that it works without JavaScript. */
export function SaveContact({ slug }: { slug: string }) {
  return (
    <div className="bar">
      <a className="save" id="guardar" href={`/api/profile/${encodeURIComponent(slug)}/vcf`} data-save>
        <Icon name="save" size={21} stroke={2.2} />
        <span data-save-label>Guardar contacto</span>
      </a>
      <output className="unseen" data-save-status />
    </div>
  )
}
