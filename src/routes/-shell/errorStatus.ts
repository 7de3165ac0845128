/**
 * Returns the status code and message of an error that carries an answer's status; `500` and its own message for any
 * other error (spec 2.25); and the id by which the server's log names the request, where the answer had it.
 */
export const errorStatusOf = (error: unknown): { code: string; message: string; reference?: string } => {
  const { status, message, reference } = Object(error) as {
    status?: { code?: unknown; message?: unknown }
    message?: unknown
    reference?: unknown
  }
  const statusMessage = status?.message ?? message
  return {
    code: typeof status?.code === 'string' ? status.code : '500',
    message: typeof statusMessage === 'string' ? statusMessage : '',
    ...(typeof reference === 'string' && { reference }),
  }
}
