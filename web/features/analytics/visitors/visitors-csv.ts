import { csvFile } from '@app/contracts/csv.ts'
import { dateText } from '../../../ui/wording/exact-time.ts'
import type { ListedVisitor } from './visitor-rows.ts'

const HEAD = ['Nombre', 'Teléfono', 'Nota', 'Clics', 'Guardó el contacto', 'Fecha']

export const csvOfVisitors = (visitors: readonly ListedVisitor[]): string =>
  csvFile([
    HEAD,
    ...visitors.map(({ name, phone, description, clicks, vcf_downloaded: hasSaved, named_at: at }) => [
      name,
      phone,
      description,
      String(clicks),
      hasSaved ? 'Sí' : 'No',
      dateText(at),
    ]),
  ])
