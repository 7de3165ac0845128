/** An error may carry an answer's status; everything else is 500 (specification 2). */
export const statusOf = (error: unknown): { code: string; message: string } => {
  const { status, message } = Object(error) as { status?: { code?: unknown; message?: unknown }; message?: unknown }
  const said = status?.message ?? message
  return {
    code: typeof status?.code === 'string' ? status.code : '500',
    message: typeof said === 'string' ? said : '',
  }
}
