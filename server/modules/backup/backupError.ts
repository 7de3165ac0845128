/** A backup or a restore that cannot be done; the message is the sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
