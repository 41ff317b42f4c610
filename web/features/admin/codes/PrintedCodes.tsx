import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { publicUrl } from '../../../app/public-url.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { countedText } from '../../../ui/wording/figures.ts'
import type { IssuedCodes } from '../list-calls.ts'

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
    <ul className="printed-codes hidden justify-center bg-white text-black print:grid print:grid-cols-[85mm_85mm]">
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
    // As large as the cards that codes come with, with lines to cut along.
    <li className="grid h-[54mm] break-inside-avoid grid-cols-[38mm_1fr] items-center gap-[2mm] overflow-clip border-[0.5pt] border-dashed border-[#999] px-[3mm]">
      <QrCode text={address} label="Código QR de activación" />
      <p className="grid gap-[1.5mm] text-[8pt] wrap-anywhere">
        <strong className="text-[13pt]">{PRODUCT.name}</strong>
        <span>Código de activación</span>
        <b className="font-mono text-[10pt]">{code}</b>
        <span>{countedText(maxProfiles, 'perfil', 'perfiles')}</span>
        <small className="text-[7pt]">{`Escanea el QR o escribe el código en ${host}${pathname}`}</small>
      </p>
    </li>
  )
}
