import type { HistoryEntry } from '@app/contracts/audit/calls.ts'
import {
  Bell,
  Eye,
  FileText,
  History,
  IdCard,
  Image,
  KeyRound,
  Link,
  Lock,
  LogIn,
  Palette,
  PenLine,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'

/** The first that fits the type. */
const ICONS: readonly (readonly [type: RegExp, icon: LucideIcon])[] = [
  [/Eras|ProfileDeleted/, Lock],
  [/^ProfileImage/, Image],
  [/^Theme/, Palette],
  [/Slug/, Link],
  [/^ProfileEdited|Renamed/, PenLine],
  [/^ProfileVersion/, History],
  [/^Profile(?:Activated|Deactivated)|Read$|Shown$/, Eye],
  [/^Profile|^AccountRegistered/, IdCard],
  [/^SignedIn|^Sessions|^External/, LogIn],
  [/^Code|^Account|^Password/, KeyRound],
  [/^Reminder/, Bell],
  [/^Quotation/, FileText],
  [/^Admin|^SealKey|^RestoredLog/, ShieldCheck],
]

export const changeIcon = ({ type: of }: Pick<HistoryEntry, 'type'>): LucideIcon =>
  ICONS.find(([type]) => type.test(of))?.[1] ?? History
