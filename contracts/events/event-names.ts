import type { HistoryType } from './catalogue.ts'

interface EventGroup {
  readonly title: string
  readonly names: Partial<Readonly<Record<HistoryType, string>>>
}

export const EVENT_GROUPS: readonly EventGroup[] = [
  {
    title: 'Perfiles',
    names: {
      ProfileCreated: 'Perfil creado',
      ProfileEdited: 'Perfil editado',
      ThemeApplied: 'Tema aplicado',
      ProfileImageSet: 'Imagen subida',
      ProfileImageRemoved: 'Imagen quitada',
      ProfileVersionRestored: 'Versión restaurada',
      ProfileSlugChanged: 'Dirección cambiada',
      SlugClaimed: 'Dirección reservada',
      ProfileActivated: 'Perfil activado',
      ProfileDeactivated: 'Perfil desactivado',
      ProfileDeleted: 'Perfil eliminado',
    },
  },
  {
    title: 'Cuentas',
    names: {
      AccountRegistered: 'Cuenta registrada',
      AccountActivated: 'Cuenta activada',
      AccountRenamed: 'Nombre cambiado',
      EmailChanged: 'Correo cambiado',
      SignedIn: 'Inicio de sesión',
      SessionsClosed: 'Sesiones cerradas',
      ExternalLoginLinked: 'Inicio de sesión externo vinculado',
      PasswordChanged: 'Contraseña cambiada',
      PasswordDropped: 'Contraseña quitada',
      PasswordResetRequested: 'Contraseña nueva pedida',
      AccountDeactivated: 'Cuenta desactivada',
      AccountReactivated: 'Cuenta reactivada',
      ProfileLimitChanged: 'Límite de perfiles cambiado',
      ProfileSlotTaken: 'Cupo de perfil usado',
      ProfileSlotFreed: 'Cupo de perfil liberado',
      AdminGranted: 'Administración otorgada',
      AdminRevoked: 'Administración quitada',
      AdministratorListed: 'Administrador anotado',
      AdministratorDelisted: 'Administrador borrado de la lista',
      AccountErasureRequested: 'Borrado de cuenta pedido',
      AccountErased: 'Cuenta borrada',
    },
  },
  {
    title: 'Códigos y cotizaciones',
    names: {
      CodeIssued: 'Código creado',
      CodeRedeemed: 'Código usado',
      CodeReleased: 'Código liberado',
      QuotationRequested: 'Cotización pedida',
      QuotationCorrected: 'Cotización corregida',
      QuotationContacted: 'Cotización contactada',
      QuotationCompleted: 'Cotización completada',
    },
  },
  {
    title: 'Recordatorios',
    names: {
      ReminderSubscribed: 'Recordatorio pedido',
      ReminderSendStarted: 'Envío de recordatorio iniciado',
      ReminderSent: 'Recordatorio enviado',
      ReminderSendFailed: 'Envío de recordatorio fallido',
      ReminderSendUncertain: 'Envío de recordatorio incierto',
      ReminderSkipped: 'Recordatorio omitido',
      ReminderConverted: 'Recordatorio convertido',
      ReminderCancelled: 'Recordatorio cancelado',
      ReminderBounceReported: 'Rebote avisado',
      ReminderBounced: 'Recordatorio rebotado',
      RemindersSuppressed: 'Recordatorios bloqueados',
      RemindersAllowed: 'Recordatorios permitidos',
    },
  },
  {
    title: 'Solicitudes',
    names: {
      RequestReceived: 'Solicitud recibida',
      RequestConfirmed: 'Solicitud confirmada',
      RequestDenied: 'Solicitud de alguien que no se conoce',
      RequestProlonged: 'Solicitud prorrogada',
      RequestAnswered: 'Solicitud respondida',
      SubjectBlocked: 'Datos de una persona bloqueados',
      SubjectUnblocked: 'Datos de una persona desbloqueados',
    },
  },
  {
    title: 'Registro',
    names: {
      SubjectErased: 'Datos de una persona borrados',
      HistoryRead: 'Historial consultado',
      PersonalDataShown: 'Datos personales mostrados',
      ParkedEventSkipped: 'Evento apartado omitido',
      ParkedEventsRetried: 'Evento apartado reintentado',
      RebuildOrdered: 'Reconstrucción ordenada',
      CheckpointKept: 'Sello guardado',
      SealKeyNamed: 'Llave del sello nombrada',
      RestoredLogAccepted: 'Respaldo aceptado',
      StoreCreated: 'Registro creado',
      VaultBound: 'Bóveda vinculada',
    },
  },
]

export const EVENT_NAMES: ReadonlyMap<string, string> = new Map(
  EVENT_GROUPS.flatMap(({ names }) => Object.entries(names)),
)
