import { activationAddress } from '@app/contracts/fields/credentials.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { publicUrl } from '../../../app/public-url.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { countedText } from '../../../ui/wording/figures.ts'
import type { IssuedCodes } from '../list-calls.ts'
import './printed-codes.css'

interface PrintedCodesProps {
  readonly created: IssuedCodes
  /** How often somebody has pressed *Imprimir*: each opens the browser's dialog. */
  readonly times: number
}

/** A page that only printers show: a card of paper for each code. */
export function PrintedCodes({ created, times }: PrintedCodesProps) {
  useEffect(() => {
    window.print()
  }, [times])
  return createPortal(
    <ul className="printed-codes">
      {created.codes.map((code) => (
        <PrintedCode key={code} code={code} maxProfiles={created.max_profiles} />
      ))}
    </ul>,
    document.body,
  )
}

function PrintedCode({ code, maxProfiles }: { readonly code: string; readonly maxProfiles: number }) {
  const address = activationAddress(publicUrl(), code)
  const { host, pathname } = new URL(address)
  return (
    <li>
      <QrCode text={address} label="Código QR de activación" />
      <p>
        <strong>{PRODUCT.name}</strong>
        <span>Código de activación</span>
        <b>{code}</b>
        <span>{countedText(maxProfiles, 'perfil', 'perfiles')}</span>
        <small>{`Escanea el QR o escribe el código en ${host}${pathname}`}</small>
      </p>
    </li>
  )
}
