import { deeds } from './deeds/fr.js';
import type { Words } from './words.js';

// prettier-ignore
export const fr: Words = {
  deletes: [
    'bazarder', 'anéantir',
    'supprimer', 'supprime', 'supprimez', 'suppression définitive', 'confirmer la suppression', 'effacer', 'effacez', 'retirer',
    'détruire', 'désinstaller', 'vider la corbeille', 'vider', 'mettre à la corbeille', 'fermer le compte', 'clôturer le compte',
    'résilier', 'sans enregistrer', 'annuler la commande', 'annuler la réservation', 'annuler mon abonnement', 'annuler l abonnement',
    'désactiver le compte', 'écraser', 'abandonner les modifications', 'formater', 'se désabonner', 'quitter le groupe', 'annuler le voyage', 'restaurer la sauvegarde', 'licencier',
    'ne pas enregistrer', 'résiliez', 'décommander', 'dissoudre', 'purger', 'annuler et quitter', 'abandonner le cours',
    'se désinscrire', 'désinscription', 'sans sauvegarder', 'congédier', 'dépublier', 'revenir en arrière et', 'jeter',
    'mettre au rebut',
  ],
  pays: [
    'je donne',
    'payer', 'payez', 'je paie', 'régler', 'acheter', 'achetez', 'j achète', 'commander', 'commandez', 'passer commande',
    'passer la commande', 'valider la commande', 'confirmer la commande', 'valider et payer', 'confirmer le paiement',
    'valider le paiement', 'effectuer le paiement', 'virer', 'effectuer le virement', 'valider le virement', 'faire un virement',
    's abonner', 'abonnez vous', 'réserver', 'réservez', 'confirmer la réservation', 'faire un don', 'donner maintenant', 'enchérir',
    'vendre', 'retirer de l argent', 'recharger', 'envoyer de l argent', 'souscrire', 'louer', 'renouveler', 'échanger', 'rembourser',
    'précommander', 'prendre rendez vous', 'fixer un rendez vous', 'essai gratuit', 'essayer gratuitement', 'essayez gratuitement',
    'miser', 'surenchérir', 'demander un remboursement', 's enregistrer pour le vol', 'cotiser', 'investir', 'prolonger', 'racheter',
    'verser', 'effectuer un retrait', 'j adhère', 'adhérer', 'devenir membre',
  ],
  sends: [
    'envoyer', 'envoyez', 'publier', 'publiez', 'poster', 'partager', 'partagez', 'répondre', 'répondre à tous', 'transférer',
    'inviter', 'invitez', 'déposer la demande', 'soumettre la demande', 'soumettre ma candidature', 'postuler', 'déployer', 'diffuser',
    'mettre en ligne', 'rendre public', 'tweeter', 'commenter', 'fusionner', 'déclarer',
    'rendre le devoir', 'remettre', 'transmettre', 'déposer', 'soumettre pour approbation', 'republier', 'signaler', 'contester',
    'appeler', 'prévenir', 'notifier', 'adresser', 'répondez', 'toute personne disposant du lien',
    'tous les utilisateurs disposant du lien', 'toute personne ayant le lien', 'passer en direct', 'lancer le direct',
    'programmer l envoi', 'réclamer', 'diffusez', 'je vote', 'voter pour', 'voter maintenant',
  ],
  agrees: [
    'j accepte', 'je suis d accord', 'je consens', 'signer', 'signez', 'je signe', 'accepter les conditions', 'accepter l offre',
    'accepter le contrat', 'accepter et', 'd accord et continuer', 'consentir', 'j approuve', 'lu et approuvé',
    'apposer ma signature', 'signer la pétition', 'contresigner', 'je certifie', 'j atteste', 'je déclare',
  ],
  transfers: [
    'transférer la propriété', 'céder', 'nommer administrateur', 'changer de propriétaire', 'autoriser', 'autoriser l accès',
    'accorder l accès', 'donner accès', 'attribuer le rôle', 'révoquer', 'déléguer',
    'donner procuration', 'nommer', 'mandater', 'promouvoir',
  ],
  configures: [
    'réinitialiser', 'changer le mot de passe', 'modifier le mot de passe', 'éteindre', 'redémarrer', 'se déconnecter', 'déconnexion',
    'bloquer', 'rétablir les paramètres', 'suspendre', 'bannir',
    'déverrouiller', 'désarmer', 'faire opposition', 'dissocier', 'désappairer', 'retour à la version', 'forcer la déconnexion',
    'exclure', 'expulser', 'flasher', 'arrêter le serveur', 'arrêt d urgence', 'exclure du groupe',
  ],
  past: { deletes: ['supprimé', 'supprimés'] },
  ambiguous: [
    'maintenant',
    'soumettre', 'valider', 'ok', 'continuer', 'confirmer', 'oui', 'terminer', 'poursuivre', 'approuver', 'suivant et', 'je comprends',
    'finaliser', 'procéder',
    'planifier', 'programmer', 's inscrire',
  ],
  mild: [
    'enregistrer', 'sauvegarder', 'appliquer', 'exécuter', 'téléverser', 'créer', 'ajouter', 'ouvrir', 'activer', 'mettre à jour',
    'modifier', 'démarrer', 'lancer', 'débloquer',
  ],
  accepts: ['accepter', 'tout accepter', 'd accord'],
  harmless: [
    'continuer mes achats', 'continuer la lecture', 'enregistrer le brouillon', 'appliquer les filtres', 'effacer les filtres',
    'supprimer le filtre', 'supprimer les filtres', 'ne pas supprimer', 'plus tard', 'pas maintenant', 'ajouter au panier', 'commander par', 'éléments supprimés',
    'vider la recherche', 'valider le panier', 'créer un compte', 'ajouter une ligne',
    'ouvrir le menu', 'ouvrir le fichier', 'ouvrir le lien', 'ouvrir les détails', 'mettre à jour la page', 'inverser les langues',
    'joindre', 'joindre un fichier', 'choisir un fichier', 'parcourir',
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
  fillers: [
    'le', 'la', 'les', 'l', 'mon', 'ma', 'mes', 'votre', 'vos', 'ce', 'cette', 'un', 'une', 'tous', 'de', 'du', 'des', 'd', 'pour',
    'sur',
  ],
  everyone: ['public', 'tout le monde', 'publique'],
  bin: ['corbeille', 'poubelle', 'supprimer'],
  search: ['recherche', 'rechercher', 'filtre', 'filtres', 'filtrer', 'trier', 'fourchette de prix'],
  decides: ['approuver', 'refuser', 'rejeter', 'décliner', 'valider', 'approuve', 'refuse'],
  asked: [
    'demande', 'demandes', 'candidat', 'candidate', 'candidats', 'candidature', 'candidatures', 'invitation', 'congé', 'congés',
    'note de frais', 'notes de frais', 'absence', 'devis', 'proposition', 'réclamation', 'remboursement',
  ],
  guarded: [
    'pare feu', 'double authentification', 'authentification', 'dns', 'clé api', 'clés api', 'clé ssh', 'clés ssh', 'jetons',
    'certificats', 'certificat', 'autorisations', 'droits d accès', 'règles de sécurité', 'groupe de sécurité', 'vpn', 'webhooks',
    'chiffrement', 'alarme', 'serrure', 'porte', 'porte d entrée', 'portail', 'garage', 'coffre', 'routeur', 'variables d environnement',
    'redirection de ports', 'comptes de service', 'port ssh', 'ssh', 'rétention', 'quota',
  ],
  moves: ['virement', 'retrait', 'paiement', 'transfert', 'versement', 'règlement'],
  audience: [
    'visible par tous', 'visible par tout le monde', 'visible publiquement', 'abonnés', 'followers', 'destinataires', 'seront prévenus',
    'seront notifiés',
  ],
  enrols: ['s inscrire', 'm inscrire', 'je m inscris', 'inscrivez vous', 'participer', 'je participe', 'rejoindre'],
  places: [
    'cours', 'stage', 'atelier', 'séminaire', 'formation', 'conférence', 'événement', 'tournoi', 'course', 'yoga', 'excursion',
    'webinaire', 'étude',
  ],
  negates: ['ne pas', 'ne plus', 'ne jamais'],
  deeds,
};
