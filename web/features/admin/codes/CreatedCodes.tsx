import { PRODUCT } from '@app/contracts/product.ts'
import { createPortal } from 'react-dom'
import { QrCode } from '../../../ui/QrCode.tsx'
import { Printer, Table2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { publicUrl } from '../../../app/public-url.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { saveFile } from '../../../ui/browser/copy-and-save.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import type { IssuedCodes } from '../admin-api.ts'
import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { csvFile } from '@app/contracts/csv.ts'

type Created = Pick<IssuedCodes, 'codes' | 'max_profiles'>

const csvOfCreated = ({ codes, max_profiles }: Created, origin: string): string =>
  csvFile([
    ['Código', 'Perfiles', 'Enlace de activación'],
    ...codes.map((code) => [code, String(max_profiles), activationAddress(origin, code)]),
  ])

const createdFileName = ({ created_at }: Pick<IssuedCodes, 'created_at'>): string =>
  `codigos-nuevos_${dayInSantiago(Date.parse(created_at))}.csv`

interface CreatedCodesProps {
  readonly created: IssuedCodes
  readonly onClose: () => void
}

/** Stays until it is closed: later, nothing distinguishes these codes from others. */
export function CreatedCodes({ created, onClose }: CreatedCodesProps) {
  const count = created.codes.length
  const [prints, setPrints] = useState(0)
  const saveCsv = () => {
    const csv = csvOfCreated(created, publicUrl())
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), createdFileName(created))
  }
  return (
    <section
      aria-label="Códigos creados"
      className="relative mt-3 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md bg-success-soft py-2.5 pr-3.5 pl-3.5 sm:pr-12"
    >
      <p role="status" className="min-w-0 flex-auto text-small text-success max-sm:pr-9">
        <b className="font-semibold">{countedText(count, 'código creado', 'códigos creados')}</b>
        {`, ${created.max_profiles === 1 ? 'para un perfil' : `para ${countedText(created.max_profiles, 'perfil', 'perfiles')}`} cada uno.`}
      </p>
      <span className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={<Table2 aria-hidden="true" size={15} strokeWidth={1.9} />} onClick={saveCsv}>
          Descargar CSV
        </Button>
        <Button
          size="sm"
          icon={<Printer aria-hidden="true" size={15} strokeWidth={1.9} />}
          onClick={() => setPrints(prints + 1)}
        >
          Imprimir
        </Button>
      </span>
      <IconButton
        label="Cerrar los códigos creados"
        onClick={onClose}
        className="absolute! top-2.5 right-2 pointer-coarse:top-1.5"
      >
        <X aria-hidden="true" size={16} strokeWidth={1.9} />
      </IconButton>
      {prints > 0 && <PrintedCodes created={created} times={prints} />}
    </section>
  )
}

interface PrintedCodesProps {
  readonly created: IssuedCodes
  /** How often somebody has pressed *Imprimir*: each opens the browser's dialog. */
  readonly times: number
}

/** A page that only printers show: a card of paper for each code. */
function PrintedCodes({ created, times }: PrintedCodesProps) {
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
