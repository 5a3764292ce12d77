/** What stands for a text that is hidden: the value of a password field, a secret that was used. */
export const mask = '•••';
