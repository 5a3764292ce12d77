import type { Words } from './words.js';

// prettier-ignore
export const fr: Words = {
  deletes: [
    'supprimer', 'supprime', 'supprimez', 'suppression définitive', 'confirmer la suppression', 'effacer', 'effacez', 'retirer',
    'détruire', 'désinstaller', 'vider la corbeille', 'vider', 'mettre à la corbeille', 'fermer le compte', 'clôturer le compte',
    'résilier', 'sans enregistrer', 'annuler la commande', 'annuler la réservation', 'annuler mon abonnement', 'annuler l abonnement',
    'désactiver le compte', 'écraser', 'abandonner les modifications', 'formater', 'se désabonner', 'quitter le groupe', 'annuler le voyage', 'restaurer la sauvegarde', 'licencier',
  ],
  pays: [
    'payer', 'payez', 'je paie', 'régler', 'acheter', 'achetez', 'j achète', 'commander', 'commandez', 'passer commande',
    'passer la commande', 'valider la commande', 'confirmer la commande', 'valider et payer', 'confirmer le paiement',
    'valider le paiement', 'effectuer le paiement', 'virer', 'effectuer le virement', 'valider le virement', 'faire un virement',
    's abonner', 'abonnez vous', 'réserver', 'réservez', 'confirmer la réservation', 'faire un don', 'donner maintenant', 'enchérir',
    'vendre', 'retirer de l argent', 'recharger', 'envoyer de l argent', 'souscrire', 'louer', 'renouveler', 'échanger', 'rembourser',
  ],
  sends: [
    'envoyer', 'envoyez', 'publier', 'publiez', 'poster', 'partager', 'partagez', 'répondre', 'répondre à tous', 'transférer',
    'inviter', 'invitez', 'déposer la demande', 'soumettre la demande', 'soumettre ma candidature', 'postuler', 'déployer', 'diffuser',
    'mettre en ligne', 'rendre public', 'tweeter', 'commenter', 'fusionner', 'déclarer',
  ],
  agrees: [
    'j accepte', 'je suis d accord', 'je consens', 'signer', 'signez', 'je signe', 'accepter les conditions', 'accepter l offre',
    'accepter le contrat', 'accepter et', 'd accord et continuer', 'consentir', 'j approuve', 'lu et approuvé',
  ],
  transfers: [
    'transférer la propriété', 'céder', 'nommer administrateur', 'changer de propriétaire', 'autoriser', 'autoriser l accès',
    'accorder l accès', 'donner accès', 'attribuer le rôle', 'révoquer', 'déléguer',
  ],
  configures: [
    'réinitialiser', 'changer le mot de passe', 'modifier le mot de passe', 'éteindre', 'redémarrer', 'se déconnecter', 'déconnexion',
    'bloquer', 'rétablir les paramètres', 'suspendre', 'bannir',
  ],
  past: { deletes: ['supprimé', 'supprimés'] },
  ambiguous: [
    'maintenant',
    'soumettre', 'valider', 'ok', 'continuer', 'confirmer', 'oui', 'terminer', 'poursuivre', 'approuver', 'suivant et', 'je comprends',
    'finaliser', 'procéder',
  ],
  mild: ['enregistrer', 'sauvegarder', 'appliquer', 'exécuter', 'téléverser', 'créer', 'ajouter'],
  accepts: ['accepter', 'tout accepter', 'd accord'],
  harmless: [
    'continuer mes achats', 'continuer la lecture', 'enregistrer le brouillon', 'appliquer les filtres', 'effacer les filtres',
    'supprimer le filtre', 'supprimer les filtres', 'ne pas supprimer', 'plus tard', 'pas maintenant', 'ajouter au panier', 'commander par', 'éléments supprimés',
    'vider la recherche', 'valider le panier', 'créer un compte', 'ajouter une ligne',
  ],
  irreversible: [
    'irréversible', 'ne peut pas être annulée', 'ne peut être annulée', 'ne peut pas être annulé', 'définitivement', 'définitive',
    'sera perdu', 'seront perdues', 'sera supprimé', 'seront supprimés',
  ],
  contracts: [
    'conditions', 'contrat', 'accord', 'bail', 'licence', 'cgu', 'cgv', 'consentement', 'offre', 'devis', 'conditions générales',
  ],
  payment: [
    'numéro de carte', 'carte bancaire', 'carte de crédit', 'cryptogramme', 'iban', 'numéro de compte', 'titulaire de la carte',
    'bénéficiaire', 'rib',
  ],
  amount: ['montant', 'total', 'somme', 'frais', 'à payer', 'total ttc'],
  recipient: ['à', 'destinataire', 'destinataires', 'e mail', 'adresse e mail', 'courriel', 'cc', 'invités', 'téléphone'],
  body: ['message', 'commentaire', 'publication', 'votre message', 'réponse', 'lettre de motivation', 'avis', 'quoi de neuf'],
  asks: ['comment', 'pourquoi', 'quand', 'puis', 'que', 'où', 'peut'],
  fillers: ['le', 'la', 'les', 'l', 'mon', 'ma', 'mes', 'votre', 'vos', 'ce', 'cette', 'un', 'une', 'tous', 'de', 'du'],
  everyone: ['public', 'tout le monde', 'publique'],
  bin: ['corbeille', 'poubelle', 'supprimer'],
  search: ['recherche', 'rechercher', 'filtre', 'filtres', 'filtrer', 'trier', 'fourchette de prix'],
};
