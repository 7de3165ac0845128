/**
 * Says at the bottom of the page that it is incomplete, with a button that reloads it. The sentence is in the shell, in
 * its language, because neither chunks nor texts may be there. No-op in a page without it, and the second time.
 */
export const showIncomplete = (): void => {
  const template = document.querySelector<HTMLTemplateElement>('#incomplete')
  if (!template || document.querySelector('[data-incomplete]')) return
  document.body.append(template.content.cloneNode(true))
  // Not a link to this address: it would lose the key of a gift, which is behind the `#`.
  document.querySelector('[data-incomplete] button')?.addEventListener('click', () => location.reload())
}
