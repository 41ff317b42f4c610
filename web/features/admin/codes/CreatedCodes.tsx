import { FileText, Table2, X } from 'lucide-react'
import { useState } from 'react'
import { publicUrl } from '../../../app/public-url.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import type { IssuedCodes } from './codes-api.ts'
import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { csvFile } from '@app/contracts/csv.ts'

type Created = Pick<IssuedCodes, 'codes' | 'max_profiles'>

/** Exactly these codes, each with the address that fills it in. */
const csvOfCreated = ({ codes, max_profiles }: Created, origin: string): string =>
  csvFile([
    ['Código', 'Perfiles', 'Enlace de activación'],
    ...codes.map((code) => [code, String(max_profiles), activationAddress(origin, code)]),
  ])

const createdFileName = ({ created_at }: Pick<IssuedCodes, 'created_at'>, extension: 'csv' | 'pdf'): string =>
  `codigos-nuevos_${dayInSantiago(Date.parse(created_at))}.${extension}`

interface CreatedCodesProps {
  readonly created: IssuedCodes
  readonly onClose: () => void
}

/** Stays until it is closed: later, nothing distinguishes these codes from others. */
export function CreatedCodes({ created, onClose }: CreatedCodesProps) {
  const count = created.codes.length
  const saveCsv = () => {
    const csv = csvOfCreated(created, publicUrl())
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), createdFileName(created, 'csv'))
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
        <SheetButton created={created} />
      </span>
      <IconButton
        label="Cerrar los códigos creados"
        onClick={onClose}
        className="absolute! top-2.5 right-2 pointer-coarse:top-1.5"
      >
        <X aria-hidden="true" size={16} strokeWidth={1.9} />
      </IconButton>
    </section>
  )
}

/** Between pages, for what the browser has to do. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function SheetButton({ created }: Pick<CreatedCodesProps, 'created'>) {
  const [isBusy, setBusy] = useState(false)
  const say = useSay()
  const save = async () => {
    setBusy(true)
    try {
      const { codeSheet } = await import('./sheet/code-sheet.ts')
      const { codes, max_profiles: maxProfiles } = created
      const sheet = await codeSheet({ codes, maxProfiles, origin: publicUrl() }, breathe)
      saveFile(sheet, createdFileName(created, 'pdf'))
    } catch {
      say('Error: No pudimos preparar el PDF.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      busy={isBusy}
      icon={<FileText aria-hidden="true" size={15} strokeWidth={1.9} />}
      onClick={() => void save()}
    >
      {isBusy ? 'Preparando...' : 'Descargar PDF'}
    </Button>
  )
}
