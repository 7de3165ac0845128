let dirty = false

/** Notices forms that somebody has begun to fill in, so that no new version takes their words away. */
export const watchForms = (): void => {
  addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form')) dirty = true
  })
}
/** Leaving a screen ends its forms. */
export const formsLeft = (): void => {
  dirty = false
}
export const isDirty = (): boolean => dirty
