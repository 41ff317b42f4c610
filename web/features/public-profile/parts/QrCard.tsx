import { qrPath } from '@app/contracts/public-page.ts'

/** Wide windows only: there the visitor sits at a computer. Lazy, so that no phone fetches it. */
export function QrCard({ slug }: { slug: string }) {
  return (
    <aside className="qr">
      <img
        src={qrPath(slug, 'svg')}
        loading="lazy"
        alt="Código QR de este perfil"
        width="140"
        height="140"
        data-qr
      />
      <p>Ábrelo en tu teléfono</p>
    </aside>
  )
}
